// StopPages: the files that each stop has for itself, written by the thread that renders it: QR codes and web pages.

internal import Escaping
internal import Feeds
internal import Publishing
internal import QRCodes
internal import Staging
internal import TransitLinks

struct StopPages: Sendable {
    let context: StopContext
    let folder: StagedFolder?
    let qrCodes: QRCodeOptions?

    func make(_ content: inout StopsInHand.Content) throws(Failure) {
        for linked in content.linked.stops {
            if let qrCodes { try drawQRCode(of: linked, qrCodes, &content) }
        }
    }

    /// `qr/STEM.svg` and `qr/STEM.png` of the web link, else of the app link.
    private func drawQRCode(
        of linked: LinkedStop, _ options: QRCodeOptions, _ content: inout StopsInHand.Content
    ) throws(Failure) {
        let id = content.linked.ids.span.extracting(linked.id.indices)
        let link = ByteWriter.text { if !context.forms.appendWeb(id: id, to: &$0) { context.forms.appendApp(id: id, to: &$0) } }
        let stem = ByteWriter.text { FileStem.append(id, to: &$0) }
        guard let code = QRCode(link, level: options.level) else {
            content.notices.append(tooLong(linked, link, options))
            return
        }
        try write("qr/\(stem).svg", QRCodeSVG.bytes(of: code, moduleSize: options.modulePixels), .qr, &content)
        try write("qr/\(stem).png", QRCodePNG.bytes(of: code, moduleSize: options.modulePixels), .qr, &content)
    }

    private func tooLong(_ linked: LinkedStop, _ link: String, _ options: QRCodeOptions) -> FeedNotice {
        FeedNotice(
            .noQRCode, file: "stops.txt", row: Int(linked.stop.row), field: "stop_id", value: "",
            "no QR code: its link has \(link.utf8.count) bytes, more than a code of level \(options.level.rawValue) can hold")
    }

    private func write(
        _ path: String, _ bytes: [UInt8], _ format: BatchFormat, _ content: inout StopsInHand.Content
    ) throws(Failure) {
        if let folder { try staged { () throws(StagingError) in _ = try folder.write(path, bytes) } }
        content.pages.add(format, bytes: bytes.count)
    }
}
