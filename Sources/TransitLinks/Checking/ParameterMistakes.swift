// ParameterMistakes: what is wrong with the query of a link: names that no receiver reads, parameters without `=`, values
// that mean something else than was meant, or end the app.

internal import Escaping

struct ParameterMistakes {
    private let parts: LinkParts
    private let keys: [String]
    private(set) var findings: [LinkFinding] = []
    /// Known parameters whose absence has been explained.
    private(set) var explained: Set<String> = []

    init(in parts: LinkParts) {
        self.parts = parts
        keys = parts.knownKeys
        if keys.isEmpty { return }
        if parts.text.contains("®ion") { explained = ["regionID", "region-id"] }
        for item in parts.items { look(at: item.name, item.value) }
        if parts.form == .tripPage { checkTrip() }
        if parts.form == .addRegion { checkRegion() }
    }

    private mutating func add(_ code: LinkFinding.Code, _ message: String) { findings.append(LinkFinding(code, message)) }

    private mutating func look(at rawName: String, _ value: String?) {
        let name = LinkParts.decoded(rawName)
        if value == nil { return missingEquals(name) }
        if keys.contains(name) { return }
        if name.hasPrefix("amp;") || name.hasPrefix("#38;") {
            explained.formUnion(keys.filter { name.hasSuffix(";" + $0) })
        }
        guard let key = keys.first(where: { Self.letters(of: $0) == Self.letters(of: name) }) else { return }
        explained.insert(key)
        add(.wrongKey, "\(Printable.quoted(name)) is read by nobody; the parameter is '\(key)'")
    }

    private mutating func missingEquals(_ name: String) {
        let known = keys.filter { name.hasPrefix($0) }.max { $0.utf8.count < $1.utf8.count }
        guard let known else {
            return add(
                .missingEquals,
                "\(Printable.quoted(name)) stands between two & without =; an & inside a value is %26")
        }
        explained.insert(known)
        add(.missingEquals, "\(Printable.quoted(name)) has no =; write \(known)=…")
    }

    /// What is left of a name without its case and its joints.
    private static func letters(of name: String) -> String {
        String(String.UnicodeScalarView(name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic }))
    }
}

// MARK: Trips

extension ParameterMistakes {
    private mutating func checkTrip() {
        if let text = parts.value("service_date"), let seconds = Double(text) { checkDate(text, seconds) }
        if let text = parts.value("stop_sequence"), let number = Int64(text), number < 0 {
            add(.badValue, "stop_sequence \(Printable.quoted(text)) is negative; it counts the trip's stops from 0")
        }
    }

    /// The app multiplies by 1000 into 64 bits and traps beyond them.
    private static let crashLimit = 9.2e15
    /// 1990-01-01 and 2100-01-01 in UTC; product.md.
    private static let dates = 631_152_000.0..<4_102_444_800.0

    private mutating func checkDate(_ text: String, _ seconds: Double) {
        let shown = "service_date \(Printable.quoted(text))"
        if !seconds.isFinite || seconds.magnitude > Self.crashLimit {
            add(.crashesApp, "\(shown) crashes the iOS app, which can't turn it into a date")
        } else if Self.dates.contains(seconds / 1000) {
            add(.milliseconds, "\(shown) is in milliseconds; it is in seconds: divide by 1000")
        } else if !Self.dates.contains(seconds) {
            add(.serviceDateRange, "\(shown) is outside 1990…2100; it is the service day's start in epoch seconds")
        }
    }
}

// MARK: Regions

extension ParameterMistakes {
    private mutating func checkRegion() {
        for key in ["otp-url", "otp-graphql-url", "sidecar-url", "umami-url"] {
            guard let url = parts.value(key), !AddedRegion.countsAsURL(url) else { continue }
            add(.droppedValue, "\(key) \(Printable.quoted(url)) is no URL; the app goes on without it")
        }
        if (parts.value("umami-url") == nil) != (parts.value("umami-id") == nil) {
            add(.droppedValue, "umami-url and umami-id count only together; the app drops the one without the other")
        }
        if let id = parts.value("region-id"), Int64(id) == nil {
            add(.droppedValue, "region-id \(Printable.quoted(id)) is no whole number; the app goes on without it")
        } else if parts.value("region-id") == nil, !explained.contains("region-id") {
            add(.noRegionID, "without region-id the app makes up a number that the sidecar does not know")
        }
        if let server = parts.value("oba-url"), server.lowercased().hasPrefix("http:") {
            add(.plainHTTP, "oba-url is asked over plain http, which anybody on the way can read and change")
        }
        checkAmpersands()
    }

    /// A parameter that nobody knows behind a server's URL with a query: it was part of that URL.
    private mutating func checkAmpersands() {
        var hasQuery = false
        for item in parts.items {
            if !keys.contains(LinkParts.decoded(item.name)), hasQuery {
                return add(
                    .unencodedAmpersand,
                    "'&\(Printable.escaped(item.name))' belongs to the URL before it; inside a value & is %26")
            }
            if item.name.hasSuffix("-url"), item.value?.contains("?") == true { hasQuery = true }
        }
    }
}
