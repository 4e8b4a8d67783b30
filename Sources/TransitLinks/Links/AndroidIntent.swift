// AndroidIntent: the form that a browser on Android gives to one named app, with the web page where the app is missing.
// The Android app opens trips through their web page only, so a trip's intent is its page with another scheme. Neither
// `action=` nor a component is named: launchers ignore the one, and the other is the app's private affair.

/// `intent://…#Intent;scheme={};package={};[S.browser_fallback_url={};]end`
public struct AndroidIntent: Sendable {
    private let stopLink: AppLink
    private let page: WebPageLink?
    private let scheme: String
    private let package: String

    /// The intent for what `request` shares; nil when the app has no Android package.
    public init?(_ request: ShareRequest, in region: Region, app: AppProfile) {
        guard let package = app.androidPackage else { return nil }
        stopLink = AppLink(stop: request.stop.id, region: region.id, app: app)
        page = WebPageLink(request, in: region)
        scheme = app.scheme
        self.package = package
    }

    public var text: String { ByteWriter.text { write(to: &$0) } }

    /// - Parameter written: where the page's URL already stands in `out`, to copy it from there.
    package func write(to out: inout ByteWriter, copying written: Range<Int>? = nil) {
        out.append(literal: "intent://")
        if let page, page.isTrip {
            page.writeWithoutScheme(to: &out)
            writeFragment(scheme: page.scheme, to: &out)
        } else {
            stopLink.writeWithoutScheme(to: &out)
            writeFragment(scheme: scheme, to: &out)
        }
        if let page { writeFallback(page, copying: written, to: &out) }
        out.append(literal: "end")
    }

    private func writeFragment(scheme: String, to out: inout ByteWriter) {
        out.append(literal: "#Intent;scheme=")
        out.append(scheme)
        out.append(literal: ";package=")
        out.append(package)
        out.append(literal: ";")
    }

    private func writeFallback(_ page: WebPageLink, copying written: Range<Int>?, to out: inout ByteWriter) {
        out.append(literal: "S.browser_fallback_url=")
        if let written {
            out.appendPercentEncoded(ownRange: written)
        } else {
            let start = out.count
            page.write(to: &out)
            let end = out.count
            out.appendPercentEncoded(ownRange: start..<end)
            out.remove(start..<end)
        }
        out.append(literal: ";")
    }
}
