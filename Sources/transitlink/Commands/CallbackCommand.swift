// CallbackCommand: `transitlink callback`: x-callback-urls read and made, for who writes the app at the other end.

internal import Arguments
internal import Configuration
internal import Escaping
internal import TransitLinks

extension Command {
    static let callback = Command(
        name: "callback", summary: "read and make x-callback-urls",
        usage: [
            "parse URL… [--scheme NAME] [--actions LIST]", "build ACTION [NAME=VALUE…] [OPTION…]",
            "build success|error|cancel CALLBACK [NAME=VALUE…]",
        ],
        explanation: """
            parse prints what is understood of each URL as a line of JSON, or the error: 400
            no x-callback-url, 401 unknown scheme, 402 unknown action; known are the app
            profiles' schemes with share-stop, share-trip and view-stop, or what is named.
            build ACTION makes a URL that asks for it. build success, error or cancel makes
            the one that is opened in the end: CALLBACK with the names and values in it.
            """,
        options: [
            CommandLineOption("scheme", .required("NAME"), "scheme instead of the app profiles'"),
            CommandLineOption("actions", .required("LIST"), "actions instead of ours, between commas"),
        ] + buildOptions, common: ["config", "app"]
    ) { arguments, output throws(Failure) in
        let verbs = ["parse", "build"]
        guard let verb = arguments.operands.first else {
            throw Failure(.usage, "callback: which of \(verbs.joined(separator: ", "))?")
        }
        do throws(UsageError) {
            try ParsedArguments.check(verb, isOneOf: verbs, what: "command of callback")
        } catch { throw Failure(error) }
        let operands = Array(arguments.operands.dropFirst())
        if verb == "parse" { return try parse(operands, arguments, &output) }
        return try build(operands, arguments, &output)
    }

    private static let buildOptions = [
        CommandLineOption("source", .required("TEXT"), "x-source: who asks"),
        CommandLineOption("success", .required("URL"), "x-success; so too --error and --cancel"),
        CommandLineOption("error", .required("URL"), "x-error"),
        CommandLineOption("cancel", .required("URL"), "x-cancel"),
    ]

    // MARK: - Parsing

    private static func parse(
        _ urls: [String], _ arguments: ParsedArguments, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        guard !urls.isEmpty else { throw Failure(.usage, "callback parse: which URL?") }
        let router = try router(arguments)
        var failed = 0
        for (place, url) in urls.enumerated() {
            let reading = CallbackReading(url, router)
            if reading.isError { failed += 1 }
            try output.write(text: reading.json)
            let which = urls.count == 1 ? "" : "URL \(place + 1): "
            for sentence in reading.sentences { Messages.report(which + sentence) }
        }
        return .of(failed: failed, all: urls.count)
    }

    /// The configuration is read only where it has a say.
    private static func router(_ arguments: ParsedArguments) throws(Failure) -> CallbackRouter<Void> {
        let actions = arguments["actions"]?.split(separator: ",").map(String.init) ?? CallbackAction.allCases.map(\.rawValue)
        var schemes: [String] = []
        if let scheme = arguments["scheme"] {
            schemes = [scheme]
        } else {
            schemes = try LoadedConfiguration.load(arguments).links.apps.values.map(\.scheme)
        }
        var router = CallbackRouter<Void>()
        for scheme in schemes {
            for action in actions { router.register(scheme: scheme, action: action, ()) }
        }
        return router
    }

    // MARK: - Building

    private static func build(
        _ operands: [String], _ arguments: ParsedArguments, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        let kinds = ["success", "error", "cancel"]
        guard let what = operands.first else {
            throw Failure(.usage, "callback build: which action, or which of \(kinds.joined(separator: ", "))?")
        }
        if kinds.contains(what) {
            try output.write(line: try reply(what, Array(operands.dropFirst())))
        } else {
            let parameters = try parameters(operands.dropFirst())
            try output.write(line: try request(what, parameters, arguments))
        }
        return .done
    }

    private static func reply(_ kind: String, _ operands: [String]) throws(Failure) -> String {
        guard let callback = operands.first else { throw Failure(.usage, "callback build \(kind): which CALLBACK?") }
        let target = try target(callback)
        let parameters = try parameters(operands.dropFirst())
        guard kind != "cancel" || parameters.isEmpty else {
            throw Failure(.usage, "callback build cancel: it tells nothing, so there are no values")
        }
        return target.appending(parameters)
    }

    private static func request(
        _ action: String, _ parameters: [CallbackParameter], _ arguments: ParsedArguments
    ) throws(Failure) -> String {
        if let reserved = parameters.first(where: { $0.name.lowercased().hasPrefix("x-") }) {
            throw Failure(
                .usage, "\(Printable.quoted(reserved.name)) is reserved; use --source, --success, --error and --cancel")
        }
        var parameters = parameters
        for name in ["source", "success", "error", "cancel"] {
            guard let value = arguments[name] else { continue }
            if name != "source" { _ = try target(value) }
            parameters.append(CallbackParameter("x-\(name)", value))
        }
        if let scheme = arguments["scheme"] {
            let url = CallbackURL.text(scheme: scheme, action: action, parameters)
            do throws(CallbackURLError) { _ = try CallbackURL(url) } catch { throw Failure(.badData, error.message) }
            return url
        }
        let loaded = try LoadedConfiguration.load(arguments)
        let url = CallbackURL.text(scheme: loaded.links.app.scheme, action: action, parameters)
        try check(url, loaded)
        return url
    }

    /// One of our own has to be a request that the daemon would answer.
    private static func check(_ url: String, _ loaded: LoadedConfiguration) throws(Failure) {
        var answerer = RequestAnswerer(
            settings: loaded.links, limits: loaded.configuration.limits, timeZones: loaded.timeZones)
        switch answerer.answer(callbackURL: Array(url.utf8).span).answer {
        case .refused(let errors): throw Failure(.badData, errors.map(\.sentence))
        case .fault(let reason): throw Failure(.tryAgain, reason)
        case .links, .unfinished: return
        }
    }

    private static func target(_ text: String) throws(Failure) -> CallbackTarget {
        do throws(CallbackTargetError) { return try CallbackTarget(text) } catch {
            throw Failure(.badData, error.message("callback", text))
        }
    }

    private static func parameters(_ words: some Sequence<String>) throws(Failure) -> [CallbackParameter] {
        var parameters: [CallbackParameter] = []
        for word in words {
            guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                throw Failure(.usage, "\(Printable.quoted(word)) is no NAME=VALUE")
            }
            let value = Substring(word.utf8[equals...].dropFirst())
            parameters.append(CallbackParameter(String(word[..<equals]), String(value)))
        }
        return parameters
    }
}
