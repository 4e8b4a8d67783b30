// LinkBlock: a result for eyes: what it is, its links with their names, its warnings, and a QR code to point a phone at.
// Every value is escaped: an ID or a name from a feed must not talk to the terminal.

internal import Escaping
internal import Posix
internal import QRCodes
internal import TransitLinks

enum LinkBlock {
    /// The lines for `set`, the last one empty.
    static func lines(_ set: LinkSet) -> [String] {
        let fields = set.texts
        let width = fields.map(\.name.count).max() ?? 0
        var lines = heading(set)
        lines += fields.map { field in
            let label = field.name.replacingEach(".", with: " ")
            return "  " + label + String(repeating: " ", count: width - label.count + 2) + Printable.escaped(field.text)
        }
        lines += fareWarning(set)
        lines += set.warnings.map { "warning: \($0.message) [\($0.code.rawValue)]" }
        return lines + qrCode(for: set) + [""]
    }

    private static func heading(_ set: LinkSet) -> [String] {
        let stop = "stop \(set.request.stop.id)"
        let subject = set.request.trip.map { "trip \($0.id) at \(stop)" } ?? stop
        let title = set.request.trip.flatMap(\.title) ?? set.request.stop.title
        let region = "region \(set.region.id.rawValue) \(Printable.escaped(set.region.name))"
        return [title.map(Printable.escaped), "\(subject), \(region)"].compactMap { $0 }
    }

    private static func fareWarning(_ set: LinkSet) -> [String] {
        guard set.selection.contains(.fare) else { return [] }
        let parts = [set.region.fareApp.warningTitle, set.region.fareApp.warningBody].compactMap { $0 }
        return parts.isEmpty ? [] : ["fare: " + Printable.escaped(parts.joined(separator: ": "))]
    }

    /// Of the web link, else the app's; nothing but a note where the code would not fit.
    private static func qrCode(for set: LinkSet) -> [String] {
        guard let link = set.web ?? set.appLink else { return [] }
        guard let code = QRCode(link) else { return ["(the link is too long for a QR code)"] }
        let needed = TerminalQRCode.columns(code)
        if let columns = StandardStream.output.columns, columns < needed {
            return ["(a QR code needs \(needed) columns; the terminal has \(columns))"]
        }
        return TerminalQRCode.lines(code, colours: hasColours)
    }

    /// https://no-color.org: set and not empty, whatever its value.
    private static var hasColours: Bool {
        ProgramEnvironment.variable("NO_COLOR") ?? "" == "" && ProgramEnvironment.variable("TERM") != "dumb"
    }
}
