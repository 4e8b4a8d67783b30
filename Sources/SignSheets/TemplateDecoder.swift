// TemplateDecoder: the keys of a template file, each to its part of SignTemplate. Written like the configuration: comments,
// trailing commas, null for the default; an unknown key is refused with the nearest known one, and all faults are told at once.

package import Configuration
internal import Escaping
internal import QRCodes
internal import StrictJSON

extension SignTemplate {
    /// 256 KiB: a template is written by hand.
    package static let maximumBytes = 256 << 10

    /// What `bytes` say, over the defaults.
    /// - Parameter source: the path that messages name.
    /// - Throws: `ConfigurationError` with every fault of the file.
    package init(_ bytes: [UInt8], source: String) throws(ConfigurationError) {
        var file = SettingsFile(source: source, bytes: bytes)
        var template = SignTemplate()
        if let root = file.root() { file.apply(root, &template) }
        let faults = file.faults
        if !faults.isEmpty { throw ConfigurationError(faults) }
        self = template
    }
}

extension SettingsFile {
    fileprivate mutating func apply(_ root: JSONValue, _ template: inout SignTemplate) {
        var changed = template
        let known = ["colours", "fonts", "texts", "layout", "code", "logo"]
        forEachKey(of: root, path: "", known: known) { file, key, path, value in
            switch (key, file.isNull(value)) {
            case (_, true): break
            case ("logo", _): changed.logo = file.text(value, path) ?? changed.logo
            case ("colours", _): file.apply(value, path, &changed.colours)
            case ("fonts", _): file.apply(value, path, &changed.fonts)
            case ("texts", _): file.apply(value, path, &changed.texts)
            case ("layout", _): file.apply(value, path, &changed.layout)
            default: file.apply(value, path, &changed.code)
            }
        }
        template = changed
    }

    /// Calls `body` for each key of an object that isn't null.
    private mutating func forEachSetting(
        of value: JSONValue, _ path: String, _ known: [String],
        _ body: (inout SettingsFile, _ key: String, _ path: String, _ value: JSONValue) -> Void
    ) {
        guard isObject(value) else { return refuse(value, path, "\(shown(value)) is no object; write { … }") }
        forEachKey(of: value, path: path, known: known) { file, key, path, value in
            if !file.isNull(value) { body(&file, key, path, value) }
        }
    }

    // MARK: - Colours, fonts, texts

    private mutating func apply(_ value: JSONValue, _ path: String, _ colours: inout SignTemplate.Colours) {
        var changed = colours
        forEachSetting(of: value, path, ["background", "panel", "onPanel", "text", "quiet"]) { file, key, path, value in
            switch key {
            case "background": changed.background = file.colour(value, path) ?? changed.background
            case "panel": changed.panel = file.colour(value, path) ?? changed.panel
            case "onPanel": changed.onPanel = file.colour(value, path) ?? changed.onPanel
            case "text": changed.text = file.colour(value, path) ?? changed.text
            default: changed.quiet = file.colour(value, path) ?? changed.quiet
            }
        }
        colours = changed
    }

    private mutating func colour(_ value: JSONValue, _ key: String) -> Colour? {
        text(value, key, { Colour($0) != nil }, "no colour; write # and six hex digits").flatMap { Colour($0) }
    }

    private mutating func apply(_ value: JSONValue, _ path: String, _ fonts: inout SignTemplate.Fonts) {
        var changed = fonts
        forEachSetting(of: value, path, ["name", "badge", "call", "foot"]) { file, key, path, value in
            switch key {
            case "name": file.apply(value, path, &changed.name)
            case "badge": file.apply(value, path, &changed.badge)
            case "call": file.apply(value, path, &changed.call)
            default: file.apply(value, path, &changed.foot)
            }
        }
        fonts = changed
    }

    private mutating func apply(_ value: JSONValue, _ path: String, _ font: inout SignTemplate.Font) {
        var changed = font
        forEachSetting(of: value, path, ["family", "weight", "largest", "smallest"]) { file, key, path, value in
            switch key {
            case "family": changed.family = file.text(value, path) ?? changed.family
            case "weight": changed.weight = file.integer(value, path, in: 100...1000).map { Int($0) } ?? changed.weight
            case "largest": changed.largest = file.number(value, path, in: 0.01...0.5) ?? changed.largest
            default: changed.smallest = file.number(value, path, in: 0.01...0.5) ?? changed.smallest
            }
        }
        if changed.smallest > changed.largest {
            refuse(value, path, "smallest \(changed.smallest) is more than largest \(changed.largest)")
        }
        font = changed
    }

    private mutating func apply(_ value: JSONValue, _ path: String, _ texts: inout SignTemplate.Texts) {
        var changed = texts
        forEachSetting(of: value, path, ["call", "code", "platform"]) { file, key, path, value in
            guard let text = file.anyText(value, path).map(PrintedText.harmless) else { return }
            switch key {
            case "call": changed.call = text
            case "code": changed.code = text
            default: changed.platform = text
            }
        }
        texts = changed
    }

    // MARK: - Layout and code

    private mutating func apply(_ value: JSONValue, _ path: String, _ layout: inout SignTemplate.Layout) {
        var changed = layout
        let known = ["shape", "alignment", "order", "name", "qr", "foot", "beside", "margin"]
        forEachSetting(of: value, path, known) { file, key, path, value in
            switch key {
            case "shape": changed.shape = file.oneOf(value, path) ?? changed.shape
            case "alignment": changed.alignment = file.oneOf(value, path) ?? changed.alignment
            case "order": changed.order = file.order(value, path) ?? changed.order
            case "name": changed.name = file.number(value, path, in: 1...1000) ?? changed.name
            case "qr": changed.qr = file.number(value, path, in: 1...1000) ?? changed.qr
            case "foot": changed.foot = file.number(value, path, in: 1...1000) ?? changed.foot
            case "beside": changed.beside = file.number(value, path, in: 0.2...0.8) ?? changed.beside
            default: changed.margin = file.number(value, path, in: 0.01...0.2) ?? changed.margin
            }
        }
        layout = changed
    }

    private mutating func order(_ value: JSONValue, _ key: String) -> [SignTemplate.Block]? {
        guard let blocks = list(value, key, { $0.oneOf($1, $2) as SignTemplate.Block? }) else { return nil }
        if Set(blocks).count == blocks.count, blocks.count == SignTemplate.Block.allCases.count { return blocks }
        refuse(value, key, "has to name each of name, qr, foot once")
        return nil
    }

    private mutating func oneOf<Value>(_ value: JSONValue, _ key: String) -> Value?
    where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
        name(value, key, known: Value.allCases.map { ($0.rawValue, $0) })
    }

    private mutating func apply(_ value: JSONValue, _ path: String, _ code: inout SignTemplate.Code) {
        var changed = code
        forEachSetting(of: value, path, ["level", "smallestModule"]) { file, key, path, value in
            switch key {
            case "level": changed.level = file.oneOf(value, path) ?? changed.level
            default: changed.smallestModule = file.number(value, path, in: 0.25...20) ?? changed.smallestModule
            }
        }
        code = changed
    }
}
