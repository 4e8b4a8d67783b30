// CallbackReading: what was understood of an x-callback-url, as a line of JSON for a program and sentences for a person.

internal import TransitLinks

struct CallbackReading {
    private enum Outcome {
        case url(CallbackURL)
        /// A bare URL, which asks for nothing.
        case ignored
        case error(CallbackURLError)
    }
    private let sourceURL: String
    private let outcome: Outcome

    init(_ text: String, _ router: CallbackRouter<Void>) {
        sourceURL = text
        do throws(CallbackURLError) {
            outcome = try router.route(text).map { .url($0.url) } ?? .ignored
        } catch { outcome = .error(error) }
    }

    var isError: Bool { if case .error = outcome { true } else { false } }

    /// What a person should know beside it.
    var sentences: [String] {
        switch outcome {
        case .url(let url): url.warnings.map(\.message)
        case .ignored: []
        case .error(let error): [error.message]
        }
    }

    /// `{"sourceURL":…,"scheme":…,"action":…,"parameters":{…},"source":…,"success":…,"errorURL":…,"cancel":…,"warnings":[…]}`,
    /// absent where there is none; `{"sourceURL":…,"ignored":true}`; or `{"sourceURL":…,"error":402,"message":…}`: `error`
    /// is a number wherever it stands.
    var json: [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.field("sourceURL", sourceURL)
        switch outcome {
        case .url(let url): Self.write(url, to: &json)
        case .ignored: json.field("ignored", true)
        case .error(let error):
            json.field("error", Int64(error.code))
            json.field("message", error.message)
        }
        json.endObject()
        json.endLine()
        return json.bytes.bytes
    }

    private static func write(_ url: CallbackURL, to json: inout JSONWriter) {
        json.field("scheme", url.scheme)
        json.field("action", url.action)
        json.key("parameters")
        json.beginObject()
        for parameter in url.parameters {
            json.key(named: parameter.name)
            json.value(parameter.value)
        }
        json.endObject()
        json.field("source", url.targets.source)
        json.field("success", url.targets.success?.text)
        json.field("errorURL", url.targets.error?.text)
        json.field("cancel", url.targets.cancel?.text)
        if url.warnings.isEmpty { return }
        json.key("warnings")
        json.beginArray()
        for warning in url.warnings { json.value(warning.code.rawValue) }
        json.endArray()
    }
}
