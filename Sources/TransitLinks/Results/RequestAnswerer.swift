// RequestAnswerer: the bytes of one request, JSON or an x-callback-url, to its result line: decode → resolve the region → build the links → render. The
// daemon and `transitlink make` both run this. It keeps its memory from request to request.

/// How a request was answered.
public enum Answer: Sendable, Equatable {
    /// With links, in this region.
    case links(RegionID)
    case refused([RequestError])
    /// Not yet: the object has not closed, and nothing was written.
    case unfinished
    /// The system failed; nothing was written, try again later.
    case fault(String)
}

public struct RequestAnswerer: ~Copyable {
    private var decoder: ShareRequestDecoder
    private let callbackDecoder: CallbackRequestDecoder
    private let limits: RequestLimits
    private var results: ResultBuilder
    private var json = JSONWriter()

    public init(settings: LinkSettings, limits: RequestLimits, timeZones: TimeZoneDatabase) {
        results = ResultBuilder(settings)
        self.limits = limits
        decoder = ShareRequestDecoder(limits: limits, timeZones: timeZones)
        callbackDecoder = CallbackRequestDecoder(apps: settings, timeZones: timeZones)
    }

    /// Answers a single request.
    /// - Parameter bytes: the whole file, or as much as is there. More than `limits.requestBytes` is refused.
    public mutating func answer(_ bytes: Span<UInt8>) -> (answer: Answer, line: [UInt8]) {
        json.bytes.removeAll()
        let answer = append(bytes, limit: limits.requestBytes, line: nil)
        return (answer, takeOutput())
    }

    /// Answers an x-callback-url, alone in its file. One that is blank is unfinished.
    /// - Parameter bytes: the whole file. More than `limits.requestBytes` is refused.
    public mutating func answer(callbackURL bytes: Span<UInt8>) -> (answer: Answer, line: [UInt8]) {
        json.bytes.removeAll()
        let limit = limits.requestBytes
        let decoded: DecodedRequest =
            bytes.count <= limit
            ? callbackDecoder.decode(bytes)
            : .refused(id: nil, callback: nil, errors: [.tooLarge(bytes: bytes.count, limit: limit)])
        let answer = append(decoded, input: bytes, line: nil)
        return (answer, takeOutput())
    }

    /// Answers one line of NDJSON; its result joins the pending output. A line that ends inside its object is refused.
    /// - Parameter number: 1-based, told in a refusal.
    public mutating func answer(line bytes: Span<UInt8>, number: Int) -> Answer {
        let answer = append(bytes, limit: limits.lineBytes, line: number)
        guard answer == .unfinished else { return answer }
        let message = "the line ends inside its object; write one whole request a line"
        return refuse(id: nil, [RequestError(.unfinished, field: "", message)], input: bytes, line: number)
    }

    /// Refuses a line of NDJSON that is over the limit, of which `beginning` was read; the refusal joins the pending output.
    public mutating func refuse(tooLong beginning: Span<UInt8>, number: Int) -> Answer {
        let error = RequestError(.tooLarge, field: "", "the line has more than \(limits.lineBytes) bytes")
        return refuse(id: nil, [error], input: beginning, line: number)
    }

    /// Bytes of results that wait to be taken.
    public var pendingBytes: Int { json.bytes.count }

    /// Hands over the pending output of `answer(line:number:)`.
    public mutating func takeOutput() -> [UInt8] {
        let output = json.bytes.bytes
        json.bytes.removeAll()
        return output
    }

    /// Shows the pending output to `body` and forgets it.
    /// - Throws: what `body` throws.
    package mutating func handOver<Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        defer { json.bytes.removeAll() }
        try json.bytes.withBytes { (bytes) throws(Failure) in try body(bytes) }
    }

    /// The refusal line for a request that was refused before it was read (too large, unfinished, …).
    public mutating func refusal(_ errors: [RequestError]) -> [UInt8] {
        json.bytes.removeAll()
        ResultWriter.writeRefusal(id: nil, errors: errors, to: &json)
        return takeOutput()
    }

    private mutating func append(_ bytes: Span<UInt8>, limit: Int, line: Int?) -> Answer {
        guard bytes.count <= limit else {
            return refuse(id: nil, [.tooLarge(bytes: bytes.count, limit: limit)], input: bytes, line: line)
        }
        return append(decoder.decode(bytes, line: line ?? 1), input: bytes, line: line)
    }

    private mutating func append(_ decoded: DecodedRequest, input: Span<UInt8>, line: Int?) -> Answer {
        switch decoded {
        case .unfinished: return .unfinished
        case .fault(let reason): return .fault(reason)
        case .refused(let id, let callback, let errors):
            return refuse(id: id, errors, callback: callback, input: input, line: line)
        case .request(let request):
            switch results.write(request, to: &json) {
            case .success(let region): return .links(region)
            case .failure(let errors):
                let callback = request.callback?.targets.error
                return refuse(id: request.id, errors.list, callback: callback, input: input, line: line)
            }
        }
    }

    private mutating func refuse(
        id: String?, _ errors: [RequestError], callback: CallbackTarget? = nil, input: Span<UInt8>, line: Int?
    ) -> Answer {
        if let line {
            var beginning: [UInt8] = []
            for i in 0..<min(input.count, ResultWriter.maximumInputBytes + 1) { beginning.append(input[i]) }
            ResultWriter.writeRefusal(
                id: id, errors: errors, callback: callback, line: line, input: beginning, to: &json)
        } else {
            ResultWriter.writeRefusal(id: id, errors: errors, callback: callback, to: &json)
        }
        return .refused(errors)
    }
}

extension RequestError {
    /// A request or a line over its limit.
    public static func tooLarge(bytes: Int, limit: Int) -> RequestError {
        RequestError(.tooLarge, field: "", "\(bytes) bytes; at most \(limit)")
    }
}
