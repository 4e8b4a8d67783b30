// KeyedWriter: what JSON and property lists have in common, so that an activity is described once and written as either.

/// Writes nested objects and arrays of keyed values. Calls nest as the format does; that they do is the caller's duty.
package protocol KeyedWriter: ~Copyable {
    /// Whether the format has a date of its own; where it has none, `value(date:)` writes text.
    static var hasDates: Bool { get }

    mutating func beginObject()
    mutating func endObject()
    mutating func beginArray()
    mutating func endArray()
    /// The key of the value that is written next.
    mutating func key(_ name: StaticString)
    mutating func value(_ text: String)
    /// A text of this program that needs no escape in any format.
    mutating func value(literal: StaticString)
    mutating func value(_ number: Int64)
    mutating func value(_ flag: Bool)
    /// An instant in whole seconds, rounded down.
    mutating func value(date: ServiceDate)
    /// A URL: ASCII without `"` and `\`.
    mutating func value(url write: (inout ByteWriter) -> Void)
    /// A string in pieces: `beginText`, any number of `piece`, `endText`.
    mutating func beginText()
    mutating func piece(_ text: String)
    mutating func piece(literal: StaticString)
    mutating func piece(_ number: Int64)
    mutating func endText()
}
