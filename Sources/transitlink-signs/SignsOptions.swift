// SignsOptions: the command line of transitlink-signs, and what it says turned into sizes, a template and a title. Each
// mistake is one sentence that says how to mend it.

internal import Arguments
internal import Configuration
internal import Escaping
internal import Posix
internal import QRCodes
internal import SignSheets

struct SignsOptions {
    let plan: SheetPlan
    let template: SignTemplate
    let logo: RasterImage?
    let title: String
    let language: String

    static let table: [CommandLineOption] = [
        CommandLineOption("size", .required("SIZE"), "size of a sign, cut; default a5"),
        CommandLineOption("landscape", "the sign's longer side lies across"),
        CommandLineOption("sheet", .required("SIZE"), "paper that holds as many signs as fit"),
        CommandLineOption("gap", .required("GAP"), "between signs of a sheet: 3mm, or 2.5x0mm across and down"),
        CommandLineOption("bleed", .required("LENGTH"), "colour runs over the cut: 3mm"),
        CommandLineOption("crop-marks", "marks for the knife"),
        CommandLineOption("template", .required("FILE"), "colours, fonts, texts, layout, logo"),
        CommandLineOption("level", .required("L|M|Q|H"), "error correction of the codes; default Q"),
        CommandLineOption("title", .required("TEXT"), "title of the PDF; default Stop signs"),
        CommandLineOption("check", "look at the options and the template alone"),
        CommandLineOption("language", .required("TAG"), "language of the names, such as ja; default en"),
    ]

    /// - Throws: `Failure`: usage, a template or logo that isn't there or is wrong.
    init(_ arguments: ParsedArguments) throws(Failure) {
        if let word = arguments.operands.first {
            throw Failure(.usage, "unexpected argument \(Printable.quoted(word)); signs come from standard input")
        }
        plan = try Self.plan(arguments)
        let path = arguments["template"]
        var template = try path.map(Self.template) ?? SignTemplate()
        template.code.level = try Self.level(arguments) ?? template.code.level
        self.template = template
        logo = try template.logo.map { name throws(Failure) in try Self.logo(name, besideTemplate: path ?? "") }
        title = PrintedText.harmless(arguments["title"] ?? "Stop signs")
        language = try Self.language(arguments["language"] ?? "en")
    }

    // MARK: - Paper

    private static func plan(_ arguments: ParsedArguments) throws(Failure) -> SheetPlan {
        let size = try size("size", arguments["size"] ?? "a5")
        var options = SheetOptions(sign: arguments.has("landscape") ? size.landscape : size)
        options.sheet = try arguments["sheet"].map { text throws(Failure) in try Self.size("sheet", text) }
        options.gap = try arguments["gap"].map(gap)
        options.bleed = try bleed(arguments["bleed"] ?? "0mm")
        options.hasCropMarks = arguments.has("crop-marks")
        if options.gap != nil, options.sheet == nil { throw Failure(.usage, "option '--gap' needs '--sheet'") }
        do throws(SheetError) { return try SheetPlan(options) } catch { throw Failure(.usage, "\(error)") }
    }

    private static func size(_ option: String, _ text: String) throws(Failure) -> PaperSize {
        if let size = PaperSize(text) { return size }
        let names = PaperSize.named.map(\.name)
        let near = Spelling.nearest(to: text, in: names).map { "; did you mean '\($0)'?" } ?? ""
        throw Failure(
            .usage,
            "--\(option): \(Printable.quoted(text)) is no size\(near.isEmpty ? ";" : near + " Sizes are") "
                + "\(names.joined(separator: ", ")), or as in 105x148mm or 4x6in, 25 to 2000 mm a side")
    }

    private static func gap(_ text: String) throws(Failure) -> SheetGap {
        if let gap = SheetGap(text) { return gap }
        throw Failure(.usage, "--gap: \(Printable.quoted(text)) is no gap; write it as in 3mm or 2.5x0mm, at most 200 mm")
    }

    private static func bleed(_ text: String) throws(Failure) -> Double {
        if let bleed = SheetGap.points(text.lowercased()), bleed <= SheetPlan.greatestBleed { return bleed }
        throw Failure(.usage, "--bleed: \(Printable.quoted(text)) is no bleed; write it as in 3mm, at most 10 mm")
    }

    // MARK: - Looks

    private static func level(_ arguments: ParsedArguments) throws(Failure) -> QRCode.ErrorLevel? {
        guard let text = arguments["level"] else { return nil }
        if let level = QRCode.ErrorLevel(rawValue: text.uppercased()) { return level }
        throw Failure(.usage, "--level: \(Printable.quoted(text)) is no level; known are L, M, Q, H")
    }

    private static func template(_ path: String) throws(Failure) -> SignTemplate {
        let bytes = try read(path, limit: SignTemplate.maximumBytes)
        do throws(ConfigurationError) {
            return try SignTemplate(bytes, source: Printable.escaped(path))
        } catch { throw Failure(.configuration, error.faults.map(\.description)) }
    }

    /// A relative path begins at the template's folder.
    private static func logo(_ name: String, besideTemplate template: String) throws(Failure) -> RasterImage {
        let folder = template.lastIndex(of: "/").map { String(template[...$0]) } ?? ""
        let path = name.hasPrefix("/") ? name : folder + name
        let bytes = try read(path, limit: RasterImage.maximumBytes)
        do throws(DrawingError) {
            return try RasterImage(png: bytes)
        } catch { throw Failure(.configuration, "\(Printable.escaped(path)): \(error); a logo is a PNG") }
    }

    private static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        do throws(SystemError) { return try WholeFile.read(path, limit: limit) } catch { throw Failure(.noInput, "\(error)") }
    }

    /// Letters, digits and hyphens (RFC 5646, 2.1), as Pango takes them.
    private static func language(_ text: String) throws(Failure) -> String {
        let isGood = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        if isGood, (1...35).contains(text.utf8.count) { return text }
        throw Failure(.usage, "--language: \(Printable.quoted(text)) is no language tag; write it as in ja or zh-Hant")
    }
}
