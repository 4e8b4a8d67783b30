// StopPages: what a stop has for itself, made by the thread that renders it: its QR code, its page, its line for the signs.

internal import Arguments
internal import Feeds
internal import Publishing
internal import QRCodes
internal import Staging
internal import TransitLinks

struct StopPages: Sendable {
    let context: LinkContext
    /// nil in a dry run.
    let folder: StagedFolder?
    let qrCodes: QRCodeOptions
    /// nil where no site was asked for.
    let site: Site?
    let makesCodes: Bool
    let makesSigns: Bool
    /// What tells stops apart that are alike.
    let alike: AlikeStops

    func make(_ content: inout StopsInHand.Content) throws(Failure) {
        var page = ByteWriter(capacity: 16 << 10)
        for linked in content.linked.stops {
            guard let stop = PublishedStop(linked, of: content.linked, context, note: alike.notes[linked.stop.row])
            else { continue }
            let code = stop.codeText.flatMap { QRCode($0, level: qrCodes.level) }
            if code == nil {
                content.notices.append(noCode(stop, linked))
                content.withoutCode += 1
            }
            if makesCodes, let code { try write(code, of: stop, &page, &content) }
            if let site { try write(site, stop, code, &page, &content) }
            if makesSigns, code != nil { content.signs += SignLine.bytes(of: stop) }
        }
    }

    /// `qr/STEM.svg` and `qr/STEM.png`
    private func write(
        _ code: QRCode, of stop: PublishedStop, _ page: inout ByteWriter, _ content: inout StopsInHand.Content
    ) throws(Failure) {
        if qrCodes.images.contains(.svg) {
            page.removeAll()
            QRCodeSVG(moduleSize: qrCodes.modulePixels).write(code, title: stop.fullName, to: &page)
            try write("qr/\(stop.fileStem).svg", page.bytes, .qr, &content)
        }
        if qrCodes.images.contains(.png) {
            let image = QRCodePNG.bytes(of: code, moduleSize: qrCodes.modulePixels)
            try write("qr/\(stop.fileStem).png", image, .qr, &content)
        }
    }

    /// `stop/STEM.html`
    private func write(
        _ site: Site, _ stop: PublishedStop, _ code: QRCode?, _ page: inout ByteWriter,
        _ content: inout StopsInHand.Content
    ) throws(Failure) {
        page.removeAll()
        site.writePage(of: stop, code: code, to: &page)
        try write(Site.pagePath(fileStem: stop.fileStem), page.bytes, .html, &content)
        content.entries.append(stop)
    }

    private func write(
        _ path: String, _ bytes: [UInt8], _ format: BatchFormat, _ content: inout StopsInHand.Content
    ) throws(Failure) {
        if let folder { try staged { () throws(StagingError) in _ = try folder.write(path, bytes) } }
        content.pages.add(format, bytes: bytes.count)
    }

    private func noCode(_ stop: PublishedStop, _ linked: LinkedStop) -> FeedNotice {
        let reason =
            stop.codeText.map { "its link has \($0.utf8.count) bytes, more than one of level \(qrCodes.level.rawValue) holds" }
            ?? "it has neither a web nor an app link"
        return FeedNotice(
            .noQR, file: "stops.txt", row: Int(linked.stop.row), field: "stop_id", value: stop.feedID,
            "no QR code: \(reason)")
    }
}

/// A sign as transitlink-signs reads it (`SignDecoder`).
enum SignLine {
    static func bytes(of stop: PublishedStop) -> [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.field("name", stop.name)
        json.field("code", stop.code)
        json.field("platform", stop.platform)
        json.field("note", stop.note)
        json.field("agency", stop.agency)
        json.field("url", stop.codeText)
        json.endObject()
        json.endLine()
        return json.bytes.bytes
    }
}
