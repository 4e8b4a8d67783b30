// QRCodeOptions and SignOptions: how QR codes and signs are drawn, from the command line.

internal import Arguments
internal import Escaping
internal import QRCodes

struct QRCodeOptions: Sendable, Equatable {
    let level: QRCode.ErrorLevel
    /// Pixels a module.
    let modulePixels: Int

    /// - Throws: `UsageError`.
    init(_ arguments: ParsedArguments, _ formats: [BatchFormat]) throws(UsageError) {
        try arguments.check(["qr-level", "qr-module"], areFor: .qr, .html, .signs, in: formats)
        modulePixels = try arguments.number("qr-module", in: QRCodePNG.moduleSizes, of: "pixels a module") ?? 8
        level = try Self.level(arguments["qr-level"] ?? "M")
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
    let arguments: [String]

    /// - Throws: `UsageError`.
    init(_ parsed: ParsedArguments, _ formats: [BatchFormat]) throws(UsageError) {
        try parsed.check(["sign-size", "sign-template"], areFor: .signs, in: formats)
        var arguments: [String] = []
        if let size = parsed["sign-size"] { arguments += ["--size", size] }
        if let template = parsed["sign-template"] { arguments += ["--template", template] }
        if let level = parsed["qr-level"] { arguments += ["--qr-level", level] }
        self.arguments = arguments
    }
}
