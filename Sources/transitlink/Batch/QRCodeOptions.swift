// QRCodeOptions and SignOptions: how QR codes and signs are drawn, from the command line.

internal import Arguments
internal import Escaping
internal import QRCodes

struct QRCodeOptions: Sendable, Equatable {
    let level: QRCode.ErrorLevel
    /// Pixels a module.
    let modulePixels: Int
    /// The kinds of image of the format `qr`.
    let images: Set<Image>

    enum Image: String, Sendable, CaseIterable { case svg, png }

    /// - Throws: `UsageError`.
    init(_ arguments: ParsedArguments, _ formats: [BatchFormat]) throws(UsageError) {
        try arguments.check(["qr-level", "qr-module"], areFor: .qr, .html, .signs, in: formats)
        try arguments.check(["qr-images"], areFor: .qr, in: formats)
        images = try arguments["qr-images"].map(Self.images) ?? Set(Image.allCases)
        modulePixels = try arguments.number("qr-module", in: QRCodePNG.moduleSizes, of: "pixels a module") ?? 8
        level = try Self.level(arguments["qr-level"] ?? "M")
    }

    private static func images(_ text: String) throws(UsageError) -> Set<Image> {
        var images: Set<Image> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let image = Image(rawValue: word.lowercased()) else {
                throw UsageError("--qr-images: \(Printable.quoted(String(word))) is none of svg, png")
            }
            images.insert(image)
        }
        return images
    }

    private static func level(_ text: String) throws(UsageError) -> QRCode.ErrorLevel {
        guard let level = QRCode.ErrorLevel(rawValue: text.uppercased()) else {
            throw UsageError("--qr-level: \(Printable.quoted(text)) is none of L, M, Q, H (7, 15, 25, 30 % may be lost)")
        }
        return level
    }
}

/// What `transitlink-signs` is told; it checks the values itself.
struct SignOptions: Sendable, Equatable {
    /// Our option and the program's.
    private static let names = [
        ("sign-size", "--size"), ("sign-sheet", "--sheet"), ("sign-bleed", "--bleed"), ("sign-template", "--template"),
        ("qr-level", "--level"),
    ]

    private(set) var arguments: [String] = []

    /// - Throws: `UsageError`.
    init(_ parsed: ParsedArguments, _ formats: [BatchFormat]) throws(UsageError) {
        let own = Self.names.map(\.0).filter { $0.hasPrefix("sign-") } + ["sign-marks"]
        try parsed.check(own, areFor: .signs, in: formats)
        for (option, name) in Self.names {
            if let value = parsed[option] { arguments += ["\(name)=\(value)"] }
        }
        if parsed.has("sign-marks") { arguments.append("--crop-marks") }
    }
}
