// StoreLinks: pages of the two app stores, and the fare-payment app of a region, which is its scheme and two such pages.
// The identifiers were checked when app profile and directory were read; none of them needs an escape.

/// Where an app can be had.
public struct StorePages: Sendable, Hashable {
    /// Digits.
    public let appStoreID: String?
    public let androidPackage: String?

    /// The pages of the app itself.
    public init(of app: AppProfile) {
        appStoreID = app.appStoreID
        androidPackage = app.androidPackage
    }

    /// The pages of a region's fare app.
    public init(of fare: FareApp) {
        appStoreID = fare.appStoreID
        androidPackage = fare.androidPackage
    }

    public var isEmpty: Bool { appStoreID == nil && androidPackage == nil }
    public var appStore: String? { appStoreID.map { id in ByteWriter.text { Self.writeAppStore(id, to: &$0) } } }
    public var play: String? { androidPackage.map { id in ByteWriter.text { Self.writePlay(id, to: &$0) } } }

    static func writeAppStore(_ id: String, to out: inout ByteWriter) {
        out.append(literal: "https://apps.apple.com/app/id")
        out.append(id)
    }

    static func writePlay(_ package: String, to out: inout ByteWriter) {
        out.append(literal: "https://play.google.com/store/apps/details?id=")
        out.append(package)
    }

    /// The two pages as fields of the object that is open in `json`.
    @inline(__always)
    static func write(
        appStoreID: String?, _ appStoreKey: StaticString, androidPackage: String?, _ playKey: StaticString,
        to json: inout JSONWriter
    ) {
        if let appStoreID {
            json.key(appStoreKey)
            json.value(url: { writeAppStore(appStoreID, to: &$0) })
        }
        if let androidPackage {
            json.key(playKey)
            json.value(url: { writePlay(androidPackage, to: &$0) })
        }
    }
}

/// The kinds of link to a fare app.
package enum FareLink: Int, Sendable, CaseIterable {
    /// Opens it on iOS.
    case iOS
    /// Its page in the App Store, and in Google Play.
    case appStore, play
}

/// How to pay in a region. On Android the app launches the package itself; a web link can only lead to its page.
public struct FarePaymentLinks: Sendable, Hashable {
    private let fare: FareApp

    public init(of region: Region) { fare = region.fareApp }

    /// Opens the fare app on iOS, the scheme in the letters in which it is published.
    public var iOS: String? { fare.iOSScheme.map { scheme in ByteWriter.text { Self.writeIOS(scheme, to: &$0) } } }
    public var stores: StorePages { StorePages(of: fare) }

    /// One of the links, nil where there is none.
    package func text(_ link: FareLink) -> String? {
        switch link {
        case .iOS: iOS
        case .appStore: stores.appStore
        case .play: stores.play
        }
    }

    /// Nothing to link to and nothing to warn of.
    public var isEmpty: Bool {
        fare.iOSScheme == nil && stores.isEmpty && fare.warningTitle == nil && fare.warningBody == nil
    }

    static func writeIOS(_ scheme: String, to out: inout ByteWriter) {
        out.append(scheme)
        out.append(literal: "://onebusaway")
    }

    /// The field `fare` of the object that is open in `json`: `ios`, `appStore`, `play`, `warning`; nothing when empty.
    package static func writeField(of region: Region, to json: inout JSONWriter) {
        let start = json.bytes.count
        json.key("fare")
        json.beginObject()
        let empty = json.bytes.count
        if let scheme = region.fareApp.iOSScheme {
            json.key("ios")
            json.value(url: { writeIOS(scheme, to: &$0) })
        }
        StorePages.write(
            appStoreID: region.fareApp.appStoreID, "appStore", androidPackage: region.fareApp.androidPackage, "play",
            to: &json)
        writeWarning(title: region.fareApp.warningTitle, body: region.fareApp.warningBody, to: &json)
        if json.bytes.count == empty { json.bytes.truncate(to: start) } else { json.endObject() }
    }

    private static func writeWarning(title: String?, body: String?, to json: inout JSONWriter) {
        if title == nil, body == nil { return }
        json.key("warning")
        json.beginObject()
        json.field("title", title)
        json.field("body", body)
        json.endObject()
    }
}
