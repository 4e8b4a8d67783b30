// RegionDirectoryDecoder: the published directory file to regions (links.md, section 8). One bad entry never costs the
// others: it is left out by name. A bad optional value counts as absent, with a warning. Keys that are not ours are
// ignored.

internal import Escaping
internal import StrictJSON

/// Why a file is no region directory at all.
public struct RegionDirectoryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// 1-based line of the fault.
    public var line: Int
    public var message: String

    public var description: String { "line \(line): \(message)" }
}

extension RegionDirectory {
    /// 4 MiB: the published file has under 20 KiB.
    public static var maximumBytes: Int { 4 * 1024 * 1024 }

    /// Reads a directory file: the envelope `{"data":{"list":[…]}}` or a bare list.
    /// - Throws: `RegionDirectoryError` for what is not JSON, has no list, or has no usable region in it.
    public init(decoding file: [UInt8]) throws(RegionDirectoryError) {
        guard file.count <= Self.maximumBytes else {
            throw RegionDirectoryError(line: 1, message: "\(file.count) bytes; at most \(Self.maximumBytes)")
        }
        var reader = JSONReader()
        let root: JSONValue
        do throws(JSONError) {
            root = try reader.read(file.span, rules: JSONRules(depth: 32))
        } catch {
            throw RegionDirectoryError(line: error.line(in: file.span), message: "not JSON: \(error.reason)")
        }
        guard let list = Self.list(in: root, reader) else {
            throw RegionDirectoryError(
                line: 1, message: "no list of regions: neither {\"data\":{\"list\":[…]}} nor a bare list")
        }
        self = try Self(entries: list, reader)
    }

    private static func list(in root: JSONValue, _ reader: borrowing JSONReader) -> JSONValue? {
        if reader.kind(root) == .array { return root }
        guard let data = reader.member("data", of: root), let list = reader.member("list", of: data),
            reader.kind(list) == .array
        else { return nil }
        return list
    }

    private init(entries list: JSONValue, _ reader: borrowing JSONReader) throws(RegionDirectoryError) {
        var regions: [Region] = []
        var warnings: [RegionDirectoryWarning] = []
        var seen: Set<RegionID> = []
        var place = 0
        reader.forEachElement(of: list) { element in
            var entry = RegionEntry(place: place)
            place += 1
            if let region = entry.region(element, reader) {
                if seen.insert(region.id).inserted {
                    regions.append(region)
                } else {
                    entry.warn("a second entry with this ID; the first stays")
                }
            }
            warnings += entry.warnings
        }
        guard !regions.isEmpty else {
            let first = warnings.first.map { "; \($0)" } ?? ""
            throw RegionDirectoryError(line: 1, message: "no usable region in a list of \(place)\(first)")
        }
        self.init(regions: regions, warnings: warnings)
    }
}

/// One entry of the list while it is read.
private struct RegionEntry {
    let place: Int
    var name: String?
    var id: RegionID?
    var warnings: [RegionDirectoryWarning] = []

    init(place: Int) { self.place = place }

    mutating func warn(_ message: String) {
        var words: [String] = ["region"]
        if let id { words.append("\(id.rawValue)") }
        if let name { words.append(Printable.quoted(name)) }
        words.append("(entry \(place))")
        warnings.append(RegionDirectoryWarning(entry: words.joined(separator: " "), message: message))
    }

    mutating func region(_ object: JSONValue, _ reader: borrowing JSONReader) -> Region? {
        guard reader.kind(object) == .object else { return skip("left out: the entry is no object") }
        name = text("regionName", of: object, reader)
        guard let number = reader.member("id", of: object) else { return skip("left out: it has no id") }
        guard let value = reader.integer(number) else {
            return skip("left out: id \(reader.shown(number)) is no whole number")
        }
        id = RegionID(rawValue: value)
        guard let name else { return skip("left out: it has no regionName") }
        guard let isActive = flag("active", of: object, reader, absent: true) else { return nil }
        var region = Region(id: RegionID(rawValue: value), name: name, isActive: isActive)
        region.isExperimental = flag("experimental", of: object, reader, absent: false) ?? false
        setSidecar(of: &region, text("sidecarBaseUrl", of: object, reader))
        region.obaBaseURL = server(text("obaBaseUrl", of: object, reader))
        region.language = text("language", of: object, reader)
        region.bounds = bounds(of: object, reader)
        region.fareApp = fareApp(of: object, reader)
        region.servers = servers(of: object, reader)
        return region
    }

    private mutating func skip(_ message: String) -> Region? {
        warn(message)
        return nil
    }

    // MARK: - Values

    /// A string that is not blank; null, blank and absent are the same.
    private mutating func text(
        _ key: StaticString, of object: JSONValue, _ reader: borrowing JSONReader
    ) -> String? {
        guard let value = reader.member(key, of: object), reader.kind(value) != .null else { return nil }
        guard reader.kind(value) == .string else {
            warn("\(key) \(reader.shown(value)) is no text; it counts as absent")
            return nil
        }
        let text = reader.string(value)
        return text.isBlank ? nil : text
    }

    /// nil with a warning where the value is there and no boolean: such an entry is left out.
    private mutating func flag(
        _ key: StaticString, of object: JSONValue, _ reader: borrowing JSONReader, absent: Bool
    ) -> Bool? {
        guard let value = reader.member(key, of: object), reader.kind(value) != .null else { return absent }
        guard reader.kind(value) == .bool else {
            warn("left out: \(key) \(reader.shown(value)) is neither true nor false")
            return nil
        }
        return reader.isTrue(value)
    }

    // MARK: - Parts

    private mutating func setSidecar(of region: inout Region, _ published: String?) {
        guard let published else { return }
        do throws(SidecarBaseError) {
            region.sidecar = try SidecarBase(published)
        } catch {
            region.sidecarProblem = SidecarBase.sentence(error, of: published)
            let shown = SidecarBase.shown(published).map { " \($0)" } ?? ""
            warn("sidecarBaseUrl\(shown): \(error.sentence); it counts as absent")
        }
    }

    /// A server that is asked with a password is nobody else's to ask: no link and no listing publishes it.
    private mutating func server(_ published: String?) -> String? {
        guard let published, SidecarBase.holdsUserInformation(published) else { return published }
        warn("obaBaseUrl: it has a user name or password, which is never published; it counts as absent")
        return nil
    }

    private mutating func bounds(of object: JSONValue, _ reader: borrowing JSONReader) -> [RegionBound] {
        guard let list = reader.member("bounds", of: object), reader.kind(list) != .null else { return [] }
        guard reader.kind(list) == .array else {
            warn("bounds is no list; it counts as empty")
            return []
        }
        var bounds: [RegionBound] = []
        var unusable = 0
        reader.forEachElement(of: list) { element in
            if let bound = Self.bound(element, reader) { bounds.append(bound) } else { unusable += 1 }
        }
        if unusable > 0 {
            warn(
                "\(unusable) of \(bounds.count + unusable) bounds left out: lat, lon, latSpan and lonSpan must be degrees"
            )
        }
        return bounds
    }

    private static func bound(_ element: JSONValue, _ reader: borrowing JSONReader) -> RegionBound? {
        var numbers: [Double] = []
        for key: StaticString in ["lat", "lon", "latSpan", "lonSpan"] {
            guard let value = reader.member(key, of: element), let number = reader.double(value) else { return nil }
            numbers.append(number)
        }
        guard (0...180).contains(numbers[2]), (0...360).contains(numbers[3]) else { return nil }
        do throws(CoordinateError) {
            let centre = try Coordinate(latitude: numbers[0], longitude: numbers[1])
            return RegionBound(centre: centre, latitudeSpan: numbers[2], longitudeSpan: numbers[3])
        } catch {
            return nil
        }
    }

    /// A URL that the app would not take counts as absent, as it does there.
    private mutating func servers(of object: JSONValue, _ reader: borrowing JSONReader) -> RegionServers {
        var servers = RegionServers()
        servers.otpURL = url("otpBaseUrl", of: object, reader)
        servers.otpGraphQLURL = url("otpBaseGraphqlUrl", of: object, reader)
        let hasBikeshare = reader.member("supportsOtpGraphqlBikeshare", of: object).map { reader.isTrue($0) } ?? false
        servers.supportsOTPGraphQLBikeshare = hasBikeshare && servers.otpGraphQLURL != nil
        guard let umami = reader.member("umamiAnalytics", of: object), reader.kind(umami) == .object else { return servers }
        if let url = url("url", of: umami, reader), let id = text("id", of: umami, reader) {
            servers.umami = AddedRegion.Umami(url: url, id: id)
        }
        return servers
    }

    private mutating func url(_ key: StaticString, of object: JSONValue, _ reader: borrowing JSONReader) -> String? {
        guard let url = text(key, of: object, reader), AddedRegion.countsAsURL(url) else { return nil }
        guard SidecarBase.holdsUserInformation(url) else { return url }
        warn("\(key): it has a user name or password, which is never published; it counts as absent")
        return nil
    }

    private mutating func fareApp(of object: JSONValue, _ reader: borrowing JSONReader) -> FareApp {
        var app = FareApp()
        app.warningTitle = text("paymentWarningTitle", of: object, reader)
        app.warningBody = text("paymentWarningBody", of: object, reader)
        app.iOSScheme = checked(
            "paymentiOSAppUrlScheme", text("paymentiOSAppUrlScheme", of: object, reader), isURLScheme,
            "no URL scheme (a letter, then letters, digits, + - .)", &app)
        app.iOSScheme = checked(
            "paymentiOSAppUrlScheme", app.iOSScheme, isAppScheme, "no app's scheme: systems and browsers have it", &app)
        app.appStoreID = checked(
            "paymentiOSAppStoreIdentifier", text("paymentiOSAppStoreIdentifier", of: object, reader), isDigits,
            "no App Store ID (digits)", &app)
        app.androidPackage = checked(
            "paymentAndroidAppId", text("paymentAndroidAppId", of: object, reader), isJavaPackage,
            "no Android package (two or more words joined by dots)", &app)
        return app
    }

    /// The value if it is one, else nil, told in the file's warnings and in each result of the region.
    private mutating func checked(
        _ key: String, _ value: String?, _ isGood: (String) -> Bool, _ problem: String, _ app: inout FareApp
    ) -> String? {
        guard let value, !isGood(value) else { return value }
        let message = "\(key) \(Printable.quoted(value)) is \(problem); its link is left out"
        app.warnings.append(LinkWarning(.badFareApp, message))
        warn(message)
        return nil
    }
}
