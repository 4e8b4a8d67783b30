// OperatorLinksDecoder: what an operator adds to the table of links: `ownLinks`, `wayfinders` and `agencyFares`. Each is an
// object whose members merge into those of the files before; null takes a member away.

internal import Escaping
internal import StrictJSON
internal import TransitLinks

extension SettingsFile {
    /// `{"poster": {"template": "https://stops.example.org/s/{stop_code}", "label": "Stop page"}}`
    mutating func apply(ownLinks value: JSONValue, _ path: String, _ own: inout [OwnLink]) {
        var changed = own
        forEachMember(of: value, path) { file, name, path, value in
            guard isName(name) else {
                return file.refuse(value, Printable.escaped(path), "a name is 1 to 64 of a-z, 0-9 and -")
            }
            changed.removeAll { $0.name == name }
            if file.isNull(value) { return }
            if let link = file.ownLink(name, value, path) { changed.append(link) }
        }
        own = changed
    }

    private mutating func ownLink(_ name: String, _ value: JSONValue, _ path: String) -> OwnLink? {
        guard isObject(value) else {
            refuse(value, path, "\(shown(value)) is no object; write {\"template\": …, \"label\": …}")
            return nil
        }
        var template: LinkTemplate?
        var isGiven = false
        var label: String?
        forEachKey(of: value, path: path, known: ["template", "label"]) { file, key, path, value in
            if key == "label" {
                label = file.text(value, path)
            } else {
                isGiven = true
                template = file.text(value, path).flatMap { file.template($0, value, path) }
            }
        }
        if !isGiven { refuse(value, path, "it has no \"template\"") }
        return template.map { OwnLink(name: name, template: $0, label: label ?? name) }
    }

    private mutating func template(_ text: String, _ value: JSONValue, _ path: String) -> LinkTemplate? {
        do throws(LinkTemplateError) { return try LinkTemplate(text) } catch {
            refuse(value, path, "\(Printable.quoted(text)), byte \(error.position): \(error.sentence)")
            return nil
        }
    }

    /// `{"1": "https://wayfinder.example.org"}`
    mutating func apply(wayfinders value: JSONValue, _ path: String, _ bases: inout [RegionID: SidecarBase]) {
        var changed = bases
        forEachMember(of: value, path) { file, name, path, value in
            guard let number = Int64(name) else {
                return file.refuse(value, Printable.escaped(path), "\(Printable.quoted(name)) is no region's number")
            }
            let id = RegionID(rawValue: number)
            changed[id] = nil
            guard !file.isNull(value), let url = file.text(value, path) else { return }
            do throws(SidecarBaseError) { changed[id] = try SidecarBase(url) } catch {
                file.refuse(value, path, "not a base URL: \(error.sentence)")
            }
        }
        bases = changed
    }

    /// `{"40": "https://tickets.example.org"}`
    mutating func apply(agencyFares value: JSONValue, _ path: String, _ fares: inout [String: String]) {
        var changed = fares
        forEachMember(of: value, path) { file, name, path, value in
            changed[name] = file.isNull(value) ? nil : file.text(value, path, isSecurePage, "no https address with a host")
        }
        fares = changed
    }

    private mutating func forEachMember(
        of value: JSONValue, _ path: String,
        _ body: (inout SettingsFile, _ name: String, _ path: String, _ value: JSONValue) -> Void
    ) {
        guard isObject(value) else { return refuse(value, path, "\(shown(value)) is no object; write { … }") }
        forEachKey(of: value, path: path, known: nil, body)
    }
}

private func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
        && text.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) }
}

/// https with a host and nothing that a URL does not hold.
private func isSecurePage(_ text: String) -> Bool {
    let rest = text.utf8.dropFirst("https://".utf8.count)
    guard text.lowercased().hasPrefix("https://"), let first = rest.first else { return false }
    return !"/?#".utf8.contains(first) && !rest.prefix { $0 != UInt8(ascii: "/") }.contains(UInt8(ascii: "@"))
        && rest.allSatisfy { $0 > 0x20 && $0 != 0x7F }
}
