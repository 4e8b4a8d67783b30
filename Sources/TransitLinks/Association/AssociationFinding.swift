// AssociationFinding: something to say about an app's association with its web pages, one sentence each. A fault keeps a link
// from working, or is a mistake whatever was meant; a note is worth knowing.

public struct AssociationFinding: Sendable, Hashable, CustomStringConvertible {
    public enum Severity: String, Sendable { case fault, note }

    public var severity: Severity
    /// What it is about: a key of a profile, a rule (`details[0].components[2]`), a file, a region.
    public var place: String
    public var message: String

    public init(_ severity: Severity, _ place: String, _ message: String) {
        self.severity = severity
        self.place = place
        self.message = message
    }

    public static func fault(_ place: String, _ message: String) -> Self { Self(.fault, place, message) }
    public static func note(_ place: String, _ message: String) -> Self { Self(.note, place, message) }

    public var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
