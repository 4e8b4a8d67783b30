// StopLinkForms: the links of a region's stops for one app, with everything written beforehand but the stop's ID: what a
// feed's million stops have in common (links.md, section 3). It takes IDs as bytes, which the caller has checked once with
// `StopID.check`, and makes no String of them. The pieces come from the writers of single links, which stay the only place
// that knows the forms.

/// Writes links of stops; each verb says whether that link exists for this region and app.
package struct StopLinkForms: Sendable {
    private let text: PreparedText
    private let page: Range<Int>?
    private let app: LinkFrame
    private let android: LinkFrame?
    private let fare: [Range<Int>?]
    /// The map apps of `appendWalking`, in the order of a result.
    package let vendors: [WalkingVendor]

    /// - Parameter region: its host and its number both, for they always come from one region.
    package init(region: Region, app: AppProfile, vendors: [WalkingVendor] = WalkingVendor.standard) {
        self.vendors = vendors
        var text = PreparedText()
        page = region.sidecar.map { base in text.add { WebPageLink.writeHead(base.text, region.id, to: &$0) } }
        self.app = LinkFrame(
            head: text.add { AppLink.writeHead(scheme: app.scheme, to: &$0) },
            tail: text.add { AppLink.writeTail(region.id, to: &$0) })
        android = AndroidIntent.Form(region, app, isTrip: false).map { LinkFrame($0, in: &text) }
        let links = FarePaymentLinks(of: region)
        fare = FareLink.allCases.map { kind in links.text(kind).map { link in text.add { $0.append(link) } } }
        self.text = text
    }

    /// Whether the region has a web server, and stops therefore a page.
    package var hasWeb: Bool { page != nil }
    /// Whether the app has an Android package, and stops therefore an intent.
    package var hasAndroid: Bool { android != nil }
    package func has(_ link: FareLink) -> Bool { fare[link.rawValue] != nil }

    /// The stop's web page.
    /// - Parameter id: the UTF-8 of a checked stop ID, not encoded.
    /// - Returns: false, with nothing written, when the region has no sidecar.
    @discardableResult
    package func appendWeb(id: Span<UInt8>, to out: inout ByteWriter) -> Bool {
        guard let page else { return false }
        text.append(page, to: &out)
        out.appendPercentEncoded(id)
        return true
    }

    /// The custom-scheme link, which every app has.
    package func appendApp(id: Span<UInt8>, to out: inout ByteWriter) {
        text.append(app.head, to: &out)
        out.appendPercentEncoded(id)
        text.append(app.tail, to: &out)
    }

    /// The Android intent.
    /// - Returns: false, with nothing written, when the app has no Android package.
    @discardableResult
    package func appendAndroid(id: Span<UInt8>, to out: inout ByteWriter) -> Bool {
        guard let android else { return false }
        text.append(android.head, to: &out)
        let start = out.count
        out.appendPercentEncoded(id)
        android.close(start..<out.count, text, to: &out)
        return true
    }

    /// Walking directions in one map app.
    package func appendWalking(_ vendor: WalkingVendor, to destination: Coordinate, into out: inout ByteWriter) {
        vendor.write(to: destination, into: &out)
    }

    /// One of the region's fare links.
    /// - Returns: false, with nothing written, when the region has none of this kind.
    @discardableResult
    package func appendFare(_ link: FareLink, to out: inout ByteWriter) -> Bool {
        guard let piece = fare[link.rawValue] else { return false }
        text.append(piece, to: &out)
        return true
    }
}

/// What stands before and behind the part of a link that differs from stop to stop.
struct LinkFrame: Sendable {
    let head: Range<Int>
    let tail: Range<Int>
    /// Behind the differing part's second appearance, which is encoded once more; nil where it does not appear again.
    let end: Range<Int>?

    init(head: Range<Int>, tail: Range<Int>) {
        self.head = head
        self.tail = tail
        end = nil
    }

    init(_ form: AndroidIntent.Form, in text: inout PreparedText) {
        head = text.add(form.writeHead)
        tail = text.add { out in
            form.writeTail(to: &out)
            if !form.hasFallback { form.writeEnd(to: &out) }
        }
        end = form.hasFallback ? text.add(form.writeEnd) : nil
    }

    /// Ends a link whose differing part stands at `body` in `out`.
    @inline(__always)
    func close(_ body: Range<Int>, _ text: PreparedText, to out: inout ByteWriter) {
        text.append(tail, to: &out)
        guard let end else { return }
        out.appendPercentEncoded(ownRange: body)
        text.append(end, to: &out)
    }
}
