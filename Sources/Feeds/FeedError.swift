// FeedError: why a feed can't be used at all. What is odd in one row is a `FeedNotice` and ends nothing.

package enum FeedError: Error, Sendable, Equatable {
    /// A file that GTFS requires isn't there; what is.
    case missingFile(String, found: [String])
    /// A required column isn't in the header; the columns that are.
    case missingColumn(String, file: String, found: [String])
    /// Bytes that aren't UTF-8, in this file and row (1 is the header), at this byte offset of the file, the first of them, and
    /// whether they and what follows look like Latin-1.
    case notUTF8(file: String, row: Int, offset: Int, byte: UInt8, isLatin1: Bool = false)
    /// A table that can't be read as one; the text says why and how to mend it.
    case badTable(String)
    /// More than a limit of ours allows; the text says which limit, what was found and how to mend it.
    case tooLarge(String)
    /// A zip that can't or mustn't be read (encrypted, truncated, `..` in a path, a bomb, ambiguous folders).
    case badArchive(String)
    /// No such file or folder.
    case noInput(String)
    /// The choice that only the user can make (which agency, which time zone); the text says what to give.
    case undecided(String)
    /// The system failed.
    case fault(String)
    /// The system failed for now: too many open files, no memory.
    case tryAgain(String)
}
