// LinkCompiler: one template, met with the constants of a region and an app, to the steps by which a link is written.

/// The constants of a region and an app, by variable.
struct LinkConstants {
    private var values: [LinkVariable: String] = [:]

    init(_ region: Region, _ app: AppProfile, wayfinder: SidecarBase?) {
        self.init(region)
        values[.wayfinder] = wayfinder?.text
        values[.scheme] = app.scheme
        values[.package] = app.androidPackage
        values[.appStoreID] = app.appStoreID
    }

    /// Those of a region, whatever the app.
    init(_ region: Region) {
        values[.regionID] = String(region.id.rawValue)
        values[.regionName] = region.name
        values[.sidecar] = region.sidecar?.text
        values[.sidecarScheme] = region.sidecar?.scheme
        values[.sidecarWithoutScheme] = region.sidecar?.textWithoutScheme
        values[.obaURL] = region.obaBaseURL
        values[.fareScheme] = region.fareApp.iOSScheme
        values[.farePackage] = region.fareApp.androidPackage
        values[.fareAppStoreID] = region.fareApp.appStoreID
    }

    /// Constants of another kind of link.
    init(_ values: [LinkVariable: String]) { self.values = values }

    subscript(variable: LinkVariable) -> String? { values[variable] }
}

/// One step: some text, then perhaps a value.
struct LinkStep: Sendable {
    /// What a step is beside text and value.
    struct Kind: OptionSet, Sendable {
        let rawValue: UInt8
        /// A parameter of a form: `?` or `&` stands before its text, and without its value nothing of it is written.
        static let parameter = Self(rawValue: 1)
        /// The first of a form that begins with `?`.
        static let opensForm = Self(rawValue: 2)
        /// The first of a form that goes on with `&`.
        static let continuesForm = Self(rawValue: 4)
        /// Inside of a link that is a value of this one, where `?` and `&` are encoded.
        static let encoded = Self(rawValue: 8)
        /// Has a value.
        static let value = Self(rawValue: 16)
    }

    let textBytes: UInt32
    /// A slot of `LinkValues`.
    let slot: UInt8
    let kind: Kind
}

/// Builds the steps of one link.
struct LinkCompiler {
    private(set) var text: [UInt8] = []
    private(set) var steps: [LinkStep] = []
    /// The request's variables outside of forms, and all of them.
    private(set) var needs: UInt32 = 0
    private(set) var named: UInt32 = 0

    private let constants: LinkConstants
    /// The web link's templates.
    private let page: [LinkTemplate]
    /// Where the text of the next step begins.
    private var start = 0
    /// Whether what is added stands in a link that is a value of this one.
    private var isNested = false
    private var leavesOutScheme = false

    init(_ constants: LinkConstants, page: [LinkTemplate] = []) {
        self.constants = constants
        self.page = page
    }

    /// Adds a template.
    /// - Returns: false where a constant that it needs does not exist; the link does not, then.
    mutating func add(_ template: LinkTemplate) -> Bool {
        for part in template.parts {
            switch part {
            case .literal(let literal): add(literal: literal)
            case .value(.web): if !addPage(encoded: true) { return false }
            case .base(.webWithoutScheme): if !addPage(encoded: false) { return false }
            case .value(let variable): if !add(variable) { return false }
            case .base(let variable): if !add(base: variable) { return false }
            case .form(let continues, let parameters): add(parameters, continues: continues)
            }
        }
        return true
    }

    /// Ends the link: what is left of the text is its last step.
    mutating func finish() { endStep(slot: 0, []) }

    private mutating func endStep(slot: UInt8, _ kind: LinkStep.Kind) {
        let isEmpty = start == text.count && !kind.contains(.value)
        if !isEmpty { steps.append(LinkStep(textBytes: UInt32(text.count - start), slot: slot, kind: kind)) }
        start = text.count
    }

    private mutating func add(literal: String) {
        var out = ByteWriter(capacity: 256)
        if isNested { out.appendPercentEncoded(literal) } else { out.append(literal) }
        text += out.bytes
    }

    /// The web link of the table, inside of this one.
    private mutating func addPage(encoded: Bool) -> Bool {
        (isNested, leavesOutScheme) = (encoded, !encoded)
        defer { (isNested, leavesOutScheme) = (false, false) }
        for template in page where add(template) { return true }
        return false
    }

    private mutating func add(_ variable: LinkVariable) -> Bool {
        guard variable.isOfRequest else {
            guard let constant = constants[variable] else { return false }
            add(literal: PercentEncoding.encoded(constant))
            return true
        }
        needs |= variable.bit
        named |= variable.bit
        endStep(slot: slot(of: variable), .value)
        return true
    }

    private func slot(of variable: LinkVariable) -> UInt8 { variable.rawValue + (isNested ? LinkValues.twice : 0) }

    /// A base was checked when it was read, but for what a directory says of the OneBusAway server: no byte that a URL does not
    /// hold gets into a link.
    private mutating func add(base variable: LinkVariable) -> Bool {
        if variable.isOfRequest { return add(variable) }
        let variable = leavesOutScheme && variable == .sidecar ? .sidecarWithoutScheme : variable
        guard let constant = constants[variable] else { return false }
        add(literal: ByteWriter.text { $0.append(asURL: constant) })
        return true
    }

    private mutating func add(_ parameters: [LinkTemplate.Parameter], continues: Bool) {
        endStep(slot: 0, [])
        var first: LinkStep.Kind = continues ? .continuesForm : .opensForm
        for parameter in parameters {
            var kind: LinkStep.Kind = [.parameter, first]
            if isNested { kind.insert(.encoded) }
            if parameter.variable.isOfRequest {
                named |= parameter.variable.bit
                add(literal: parameter.name + "=")
                endStep(slot: slot(of: parameter.variable), kind.union(.value))
            } else if let constant = constants[parameter.variable] {
                add(literal: parameter.name + "=")
                add(literal: PercentEncoding.encoded(constant))
                endStep(slot: 0, kind)
            } else {
                continue
            }
            first = []
        }
    }
}

extension LinkTemplate {
    /// The link where all its values are constants; empty where one outside of a form is not there.
    func text(with constants: LinkConstants) -> String {
        var compiler = LinkCompiler(constants)
        guard compiler.add(self) else { return "" }
        compiler.finish()
        var out = ByteWriter(capacity: 512)
        out.append(
            compiler.steps.span, of: (compiler.text + [UInt8](repeating: 0, count: ByteWriter.padding)).span, at: 0,
            with: LinkValues())
        return out.text
    }
}

extension ByteWriter {
    /// A URL from outside as it is, but for bytes that no URL holds, which are encoded (RFC 6570, section 3.2.3).
    mutating func append(asURL text: String) {
        for byte in text.utf8 {
            if byte > 0x20, byte < 0x7F, !#""<>\^`{|}"#.utf8.contains(byte) {
                append(byte)
            } else {
                append(UInt8(ascii: "%"))
                append(PercentEncoding.hexDigit(byte >> 4))
                append(PercentEncoding.hexDigit(byte & 15))
            }
        }
    }
}
