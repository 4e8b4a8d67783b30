// AndroidIntent: the form that a browser on Android gives to one named app, with the web page where the app is missing.
// The Android app opens trips through their web page only, so a trip's intent is its page with another scheme. Neither
// `action=` nor a component is named: launchers ignore the one, and the other is the app's private affair.

/// `intent://…#Intent;scheme={};package={};[S.browser_fallback_url={};]end`
public struct AndroidIntent: Sendable {
    private let set: LinkSet

    /// The intent for what `request` shares; nil when the app has no Android package.
    public init?(_ request: ShareRequest, in region: Region, app: AppProfile) {
        if app.androidPackage == nil { return nil }
        set = LinkSet(request, in: region, app: app, selection: .android, walking: [])
    }

    public var text: String { ByteWriter.text { Self.write(set, to: &$0) } }

    /// - Parameter written: where the page's URL already stands in `out`, to copy it from there.
    /// - Precondition: the app has an Android package.
    static func write(_ set: LinkSet, to out: inout ByteWriter, copying written: Range<Int>? = nil) {
        out.append(literal: "intent://")
        if set.isTrip, let scheme = set.region.sidecar?.scheme {
            WebPageLink.write(set.request, in: set.region, withScheme: false, to: &out)
            writeFragment(scheme: scheme, package: set.app.androidPackage, to: &out)
        } else {
            AppLink.writeWithoutScheme(set.request.stop.id, in: set.region.id, to: &out)
            writeFragment(scheme: set.app.scheme, package: set.app.androidPackage, to: &out)
        }
        if set.hasSidecar { writeFallback(set, copying: written, to: &out) }
        out.append(literal: "end")
    }

    private static func writeFragment(scheme: String, package: String?, to out: inout ByteWriter) {
        out.append(literal: "#Intent;scheme=")
        out.append(scheme)
        out.append(literal: ";package=")
        if let package { out.append(package) }
        out.append(literal: ";")
    }

    private static func writeFallback(_ set: LinkSet, copying written: Range<Int>?, to out: inout ByteWriter) {
        out.append(literal: "S.browser_fallback_url=")
        if let written {
            out.appendPercentEncoded(ownRange: written)
        } else {
            let start = out.count
            WebPageLink.write(set.request, in: set.region, to: &out)
            let end = out.count
            out.appendPercentEncoded(ownRange: start..<end)
            out.remove(start..<end)
        }
        out.append(literal: ";")
    }
}
