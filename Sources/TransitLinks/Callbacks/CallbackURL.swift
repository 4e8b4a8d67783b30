// CallbackURL: `{scheme}://x-callback-url/{action}?{parameters}` read (x-callback-url 1.0 draft; what the draft leaves open
// is settled in links.md, section 6). It knows the grammar. Which schemes and actions there are is the router's, what
// the parameters mean the actions'.

internal import Escaping

public struct CallbackURL: Sendable, Hashable {
    /// The whole URL as it came.
    public let sourceURL: String
    /// Lower case, for schemes have none.
    public let scheme: String
    /// Decoded, without the slashes around it; with case. Empty where none is named.
    public let action: String
    /// The caller's own, decoded, in the order in which each name came first; of several values the last one.
    public let parameters: [CallbackParameter]
    public let targets: CallbackTargets
    /// Parameters and targets that were dropped.
    public let warnings: [LinkWarning]

    /// Reads `text`; nil for a bare `scheme:` or `scheme://`, which only brings an app to the front.
    /// - Throws: `.malformed` for what is no URL; `.otherHost` for a URL that is no x-callback-url.
    public init?(_ text: String) throws(CallbackURLError) {
        let parts = try CallbackURLParts(text)
        if parts.isBare { return nil }
        guard parts.hasCallbackHost else { throw .otherHost(text) }
        var query = CallbackQuery()
        for (name, value) in try parts.items() { query.take(name, value) }
        sourceURL = text
        scheme = parts.scheme.lowercased()
        action = try parts.action()
        parameters = query.parameters
        targets = query.targets
        warnings = query.warnings
    }
}

// MARK: - Writing

extension CallbackURL {
    /// The URL that asks `action` of the app with this scheme; names and values are encoded here, once.
    public static func text(scheme: String, action: String, _ parameters: [CallbackParameter]) -> String {
        ByteWriter.text { out in
            out.append(scheme)
            out.append(literal: "://x-callback-url/")
            out.appendPercentEncoded(action)
            if parameters.isEmpty { return }
            out.append(UInt8(ascii: "?"))
            out.append(parameters)
        }
    }
}

/// The parameters while they are sorted.
private struct CallbackQuery {
    var parameters: [CallbackParameter] = []
    var targets = CallbackTargets()
    var warnings: [LinkWarning] = []
    /// Where a name stands in `parameters`. By its bytes: Swift's `==` takes é for e and an accent.
    private var places: [[UInt8]: Int] = [:]
    /// Of several values of an `x-…` parameter the first counts, even when it is no good.
    private var taken: Set<String> = []

    mutating func take(_ name: String, _ value: String) {
        if name.utf8.starts(with: "x-".utf8) { return takeReserved(name, value) }
        if let place = places[Array(name.utf8)] {
            parameters[place].value = value
        } else {
            places[Array(name.utf8)] = parameters.count
            parameters.append(CallbackParameter(name, value))
        }
    }

    private mutating func takeReserved(_ name: String, _ value: String) {
        let known = ["x-source", "x-success", "x-error", "x-cancel"].contains(name)
        if known, !taken.insert(name).inserted { return }
        switch name {
        case "x-source": targets.source = value
        case "x-success": targets.success = target(name, value)
        case "x-error": targets.error = target(name, value)
        case "x-cancel": targets.cancel = target(name, value)
        default:
            let message = "\(Printable.quoted(name)) is reserved for x-callback-url itself; it is dropped"
            warnings.append(LinkWarning(.reservedParameter, message))
        }
    }

    private mutating func target(_ name: String, _ value: String) -> CallbackTarget? {
        do throws(CallbackTargetError) { return try CallbackTarget(value) } catch {
            warnings.append(error.warning(name, value))
            return nil
        }
    }
}
