// Titles: what a stop or trip is called where a person reads it. Written piece by piece, because each place has its
// own escape: percent-encoding in a page's query, JSON in an activity.

extension SharedStop {
    /// `name (DIR)`, or `name` without a direction; nil without a name.
    public var title: String? { name == nil ? nil : joined(writeTitle) }

    func writeTitle(_ append: (String) -> Void) {
        guard let name else { return }
        append(name)
        guard let direction else { return }
        append(" (")
        append(direction.rawValue)
        append(")")
    }
}

extension SharedTrip {
    /// `route - headsign`, or the one of them that is known; nil without both.
    public var title: String? { hasTitle ? joined(writeTitle) : nil }

    var hasTitle: Bool { route != nil || headsign != nil }

    func writeTitle(_ append: (String) -> Void) {
        if let route { append(route) }
        if route != nil, headsign != nil { append(" - ") }
        if let headsign { append(headsign) }
    }
}

private func joined(_ write: ((String) -> Void) -> Void) -> String {
    var text = ""
    write { text += $0 }
    return text
}
