// CallbackRouter: from an x-callback-url to who handles it, by scheme and action. The order of its questions is the
// contract's: host (400), scheme (401), action (402).

internal import Escaping

/// Why a URL reaches no handler.
public enum CallbackURLError: Error, Sendable, Hashable {
    /// No URL that could be read, and why.
    case malformed(String)
    /// A URL with another host than `x-callback-url`.
    case otherHost(String)
    /// No handler has this scheme; those that there are.
    case unknownScheme(CallbackURL, known: [String])
    /// The scheme's handlers have other actions; those that there are.
    case unknownAction(CallbackURL, known: [String])
}

/// Handlers, whatever a program takes for one: a closure, a value that tells what to do.
public struct CallbackRouter<Handler: Sendable>: Sendable {
    private struct Entry {
        let action: String
        let handler: Handler
    }
    /// By scheme, lower case, each in the order of registration.
    private var entries: [String: [Entry]] = [:]

    public init() {}

    /// Adds a handler; one that is there already for scheme and action stays.
    /// - Parameters:
    ///   - scheme: compared without case.
    ///   - action: as it is after decoding; compared with case.
    public mutating func register(scheme: String, action: String, _ handler: Handler) {
        let scheme = scheme.lowercased()
        guard entry(scheme, action) == nil else { return }
        entries[scheme, default: []].append(Entry(action: action, handler: handler))
    }

    /// By bytes: Swift's `==` takes é for e and an accent.
    private func entry(_ scheme: String, _ action: String) -> Entry? {
        entries[scheme]?.first { $0.action.utf8.elementsEqual(action.utf8) }
    }

    /// Reads `text` and finds its handler; nil for a bare URL, which asks for nothing.
    /// - Throws: `CallbackURLError`, the first that applies in the order of its cases.
    public func route(_ text: String) throws(CallbackURLError) -> (url: CallbackURL, handler: Handler)? {
        guard let url = try CallbackURL(text) else { return nil }
        guard let known = entries[url.scheme] else { throw .unknownScheme(url, known: entries.keys.sorted()) }
        guard let entry = entry(url.scheme, url.action) else {
            throw .unknownAction(url, known: known.map(\.action))
        }
        return (url, entry.handler)
    }
}

extension CallbackURLError {
    /// 400, 401 or 402.
    public var code: Int {
        switch self {
        case .malformed, .otherHost: 400
        case .unknownScheme: 401
        case .unknownAction: 402
        }
    }

    /// What was read, where enough was read to call somebody back.
    public var url: CallbackURL? {
        switch self {
        case .malformed, .otherHost: nil
        case .unknownScheme(let url, _), .unknownAction(let url, _): url
        }
    }

    /// A sentence, lower case, no full stop.
    public var message: String {
        switch self {
        case .malformed(let why): return why
        case .otherHost(let text):
            let own = "; Google's own form is another one"
            let hint = text.lowercased().hasPrefix("comgooglemaps-x-callback:") ? own : ""
            return "\(Printable.quoted(text)) is no x-callback-url: its host is not x-callback-url\(hint)"
        case .unknownScheme(let url, let known):
            return "no app has the scheme \(Printable.quoted(url.scheme)); \(Spelling.hint(for: url.scheme, known: known))"
        case .unknownAction(let url, let known):
            let hint = Spelling.hint(for: url.action, known: known)
            return url.action.isEmpty
                ? "it names no action; \(hint)" : "unknown action \(Printable.quoted(url.action)); \(hint)"
        }
    }
}
