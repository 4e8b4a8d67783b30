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

    /// - Precondition: the app has an Android package.
    static func write(_ set: LinkSet, to out: inout ByteWriter) {
        guard let form = Form(set.region, set.app, isTrip: set.isTrip) else { return }
        form.writeHead(to: &out)
        let start = out.count
        if form.opensPage {
            WebPageLink.writeBody(of: set.request, to: &out)
        } else {
            out.appendPercentEncoded(set.request.stop.id.text)
        }
        let body = start..<out.count
        form.writeTail(to: &out)
        if form.hasFallback { out.appendPercentEncoded(ownRange: body) }
        form.writeEnd(to: &out)
    }
}

extension AndroidIntent {
    /// All of an intent but its body, which is what differs from stop to stop: a head, the body, a tail, where there is a web
    /// page the body once more as the end of the fallback's URL, and an end.
    struct Form {
        private let region: Region
        private let app: AppProfile
        private let package: String
        /// Whether the intent leads to the trip's page, and its body is the page's URL from the stop's ID on. Else it leads to
        /// the stop, and its body is the stop's ID.
        let opensPage: Bool
        /// Whether a browser has a page to show instead.
        let hasFallback: Bool

        /// nil when the app has no Android package.
        init?(_ region: Region, _ app: AppProfile, isTrip: Bool) {
            guard let package = app.androidPackage else { return nil }
            self.region = region
            self.app = app
            self.package = package
            hasFallback = region.sidecar != nil
            opensPage = isTrip && hasFallback
        }

        func writeHead(to out: inout ByteWriter) {
            out.append(literal: "intent://")
            if opensPage, let base = region.sidecar {
                WebPageLink.writeHead(base.textWithoutScheme, region.id, to: &out)
            } else {
                AppLink.writeHead(to: &out)
            }
        }

        func writeTail(to out: inout ByteWriter) {
            if !opensPage { AppLink.writeTail(region.id, to: &out) }
            out.append(literal: "#Intent;scheme=")
            out.append(opensPage ? region.sidecar?.scheme ?? "" : app.scheme)
            out.append(literal: ";package=")
            out.append(package)
            out.append(literal: ";")
            guard let base = region.sidecar else { return }
            out.append(literal: "S.browser_fallback_url=")
            let start = out.count
            WebPageLink.writeHead(base.text, region.id, to: &out)
            let end = out.count
            out.appendPercentEncoded(ownRange: start..<end)
            out.remove(start..<end)
        }

        func writeEnd(to out: inout ByteWriter) {
            if hasFallback { out.append(literal: ";") }
            out.append(literal: "end")
        }
    }
}
