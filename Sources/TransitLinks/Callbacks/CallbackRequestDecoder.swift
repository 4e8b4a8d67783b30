// CallbackRequestDecoder: the bytes of a `.url` file to the `ShareRequest` that its x-callback-url asks for, or to every
// reason why not. It knows what a file may hold beside the URL, and from where a URL gets its app.

internal import Escaping

/// Where an x-callback-url of ours leads.
public struct CallbackRoute: Sendable {
    /// Name of the app profile that the scheme picked.
    public let app: String
    public let action: CallbackAction
}

extension LinkSettings {
    /// Every action under every app profile's scheme. Where profiles share one, the configured app has it, then the first
    /// by name.
    public var callbackRouter: CallbackRouter<CallbackRoute> {
        var router = CallbackRouter<CallbackRoute>()
        for app in [app] + apps.values.sorted(by: { $0.name < $1.name }) {
            for action in CallbackAction.allCases {
                router.register(scheme: app.scheme, action: action.rawValue, CallbackRoute(app: app.name, action: action))
            }
        }
        return router
    }
}

struct CallbackRequestDecoder: Sendable {
    private let router: CallbackRouter<CallbackRoute>
    private let timeZones: TimeZoneDatabase

    init(apps settings: LinkSettings, timeZones: TimeZoneDatabase) {
        router = settings.callbackRouter
        self.timeZones = timeZones
    }

    /// Decodes a file: one line, with or without its end and a byte-order mark. A blank one is unfinished.
    func decode(_ file: Span<UInt8>) -> DecodedRequest {
        if let encoding = WideText(file) { return refused(.notUTF8, encoding.advice) }
        var bytes: [UInt8] = []
        for i in 0..<file.count { bytes.append(file[i]) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return refused(.notUTF8, "it is not UTF-8; write other bytes in the URL as %XX")
        }
        let line = Self.line(of: text)
        if line.isEmpty { return .unfinished }
        if line.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            return refused(.notACallbackURL, "it has several lines; write one URL a file")
        }
        return decode(line)
    }

    /// The text without a byte-order mark and without blanks and line ends around it.
    private static func line(of text: String) -> String {
        var bytes = text.utf8[...]
        if bytes.starts(with: "\u{FEFF}".utf8) { bytes = bytes.dropFirst(3) }
        bytes = bytes.drop { $0 <= 0x20 }
        while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
        return String(Substring(bytes))
    }

    private func decode(_ text: String) -> DecodedRequest {
        do throws(CallbackURLError) {
            guard let (url, route) = try router.route(text) else {
                return refused(
                    .missing,
                    "the URL asks for nothing; \(text.utf8.last == 0x3A ? text + "//" : text)x-callback-url/share-stop?stopID=1_75403 would"
                )
            }
            return CallbackRequest(url, route).decoded(timeZones)
        } catch {
            return .refused(id: nil, callback: error.url?.targets.error, errors: [RequestError(error)])
        }
    }

    private func refused(_ code: RequestError.Code, _ message: String) -> DecodedRequest {
        .refused(id: nil, callback: nil, errors: [RequestError(code, field: "", message)])
    }
}

extension RequestError {
    fileprivate init(_ error: CallbackURLError) {
        let code: Code =
            switch error {
            case .malformed, .otherHost: .notACallbackURL
            case .unknownScheme: .unknownScheme
            case .unknownAction: .unknownAction
            }
        self.init(code, field: "", error.message)
    }
}
