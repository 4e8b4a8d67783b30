// LinkMaker: one request to its links: decode → resolve the region → build, by the same library calls in the same order as
// the daemon's answerer, but kept as a LinkSet, which a terminal block and a property list need.

internal import Arguments
internal import TransitLinks

struct LinkMaker: ~Copyable {
    private var decoder: ShareRequestDecoder
    private let settings: LinkSettings
    private let limits: RequestLimits

    /// What became of a request.
    enum Outcome {
        case links(LinkSet)
        /// The request's own ID where it could be read, and everything that is wrong.
        case refused(id: String?, [RequestError])
    }

    init(settings: LinkSettings, limits: RequestLimits, timeZones: TimeZoneDatabase) {
        decoder = ShareRequestDecoder(limits: limits, timeZones: timeZones)
        self.settings = settings
        self.limits = limits
    }

    /// - Throws: `Failure` where the system failed and nothing is decided.
    mutating func links(for request: [UInt8]) throws(Failure) -> Outcome {
        guard request.count <= limits.requestBytes else {
            return .refused(id: nil, [.tooLarge(bytes: request.count, limit: limits.requestBytes)])
        }
        switch decoder.decode(request.span) {
        case .request(let request):
            switch settings.links(for: request) {
            case .success(let set): return .links(set)
            case .failure(let errors): return .refused(id: request.id, errors.list)
            }
        case .refused(let id, _, let errors): return .refused(id: id, errors)
        case .unfinished: return .refused(id: nil, [.unfinished(.single)])
        case .fault(let reason): throw Failure(.tryAgain, reason)
        }
    }
}

extension RequestError {
    /// A file that ends before its request does: no more of it will come.
    static func unfinished(_ form: RequestForm) -> RequestError {
        let message =
            form == .callbackURL
            ? "it is empty; a request is one x-callback-url"
            : "it ends inside its object; a request is one whole JSON object"
        return RequestError(.unfinished, field: "", message)
    }
}
