// RequestDesk: the spool's questions about one request, answered: decode → resolve the region → build the links → render. Each
// thread has a desk of its own. It knows what files mean to people; the spool knows where they stand.

internal import Configuration
internal import LinkSpool
internal import Posix
internal import TransitLinks

final class RequestDesk {
    private let source: LinkSource
    private var snapshot: LinkSource.Snapshot
    private var answerer: RequestAnswerer
    /// What the log will want to know of requests that are judged and not yet durable, by turn, the present one last.
    private var remembered: [[FileName: Remembered]] = Array(repeating: [:], count: Spool.turnsUnderWay)

    /// What a judgement says to the log.
    enum Remembered {
        case region(RegionID)
        case error(RequestError)
    }

    init(_ source: LinkSource) {
        self.source = source
        snapshot = source.current
        answerer = snapshot.answerer
    }

    /// Takes up the configuration in force, between requests.
    func refresh() {
        let current = source.current
        guard current.generation != snapshot.generation else { return }
        snapshot = current
        answerer = current.answerer
    }

    /// What the work loop hands to the spool.
    var requestHandlers: RequestHandlers {
        RequestHandlers(
            judge: { [self] name, kind, bytes in judge(name, kind, bytes) },
            explain: { [self] name, refusal in explain(name, refusal) })
    }

    /// What the thread of the streams hands to the spool, with the configuration in force at the stream's start.
    var streamHandlers: StreamHandlers {
        refresh()
        return StreamHandlers { [self] line, number, isTooLong, output in
            answer(line, number, isTooLong, &output)
        }
    }

    /// What was found about a request.
    func recall(_ name: FileName) -> Remembered? { remembered.reversed().lazy.compactMap { $0[name] }.first }

    /// After each turn: forgets what no request under way can need; who was judged and withdrawn meanwhile is never asked for.
    func forget() {
        if remembered.allSatisfy(\.isEmpty) { return }
        remembered.removeFirst()
        remembered.append([:])
    }

    private func remember(_ name: FileName, _ what: Remembered?) { remembered[remembered.count - 1][name] = what }

    // MARK: - Single requests

    private func judge(_ name: FileName, _ kind: RequestKind, _ bytes: [UInt8]) -> Judgement {
        let (answer, line) = kind == .url ? answerer.answer(callbackURL: bytes.span) : answerer.answer(bytes.span)
        switch answer {
        case .links(let region):
            remember(name, .region(region))
            return .answered(line)
        case .refused(let errors):
            remember(name, errors.first.map { .error($0) })
            return .refused(answer: line, reason: reason(name, errors), codes: errors.prefix(20).map(\.code.rawValue))
        case .unfinished: return .unfinished
        case .fault(let reason): return .postponed(reason)
        }
    }

    private func explain(_ name: FileName, _ refusal: SpoolRefusal) -> (answer: [UInt8], reason: [UInt8]) {
        let errors = [refusal.requestError]
        remember(name, .error(errors[0]))
        return (answerer.refusal(errors), reason(name, errors))
    }

    /// The text of `NAME.reason.json`: the request's true name, escaped, and why it was refused.
    private func reason(_ name: FileName, _ errors: [RequestError]) -> [UInt8] {
        ReasonFile(name: "\(name)", errors: errors).bytes
    }

    // MARK: - Lines

    private func answer(
        _ line: Span<UInt8>, _ number: Int, _ isTooLong: Bool, _ output: inout [UInt8]
    ) -> StreamHandlers.LineVerdict {
        let answer =
            isTooLong ? answerer.refuse(tooLong: line, number: number) : answerer.answer(line: line, number: number)
        if case .fault(let reason) = answer { return .undecided(reason) }
        output += answerer.takeOutput()
        if case .links = answer { return .answered }
        return .refused
    }
}
