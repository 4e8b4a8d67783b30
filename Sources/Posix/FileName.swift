// FileName: one component of a path, as the bytes that the kernel knows. It can be any bytes but zero and `/`; whether
// it is UTF-8, or wise, is asked elsewhere. What is shown to people goes through Printable.

internal import Escaping

/// One name in a folder: 1 to 255 bytes, none of them zero or `/`, neither `.` nor `..`.
package struct FileName: Hashable, Sendable {
    /// The bytes and a final zero, ready for a system call.
    let terminated: [UInt8]

    /// Nil for what can be no name in a folder.
    package init?(_ bytes: some Collection<UInt8>) {
        guard (1...255).contains(bytes.count), !bytes.contains(0), !bytes.contains(UInt8(ascii: "/")) else {
            return nil
        }
        let dots = bytes.allSatisfy { $0 == UInt8(ascii: ".") }
        guard !(dots && bytes.count <= 2) else { return nil }
        terminated = bytes + [0]
    }

    /// A name that the program itself chooses.
    /// - Precondition: it is a name.
    package init(_ literal: StaticString) {
        guard let name = FileName(Array(literal.description.utf8)) else {
            preconditionFailure("\(literal) is no file name")
        }
        self = name
    }

    package var bytes: ArraySlice<UInt8> { terminated.dropLast() }

    /// This name with `suffix` behind it, or nil where that is too long.
    package func appending(_ suffix: String) -> FileName? { FileName(bytes + Array(suffix.utf8)) }

    package func hasSuffix(_ suffix: String) -> Bool { bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }

    package func dropSuffix(_ suffix: String) -> FileName? {
        hasSuffix(suffix) ? FileName(bytes.dropLast(suffix.utf8.count)) : nil
    }
}

extension FileName {
    /// All bytes at once: an array hashes itself byte by byte.
    package func hash(into hasher: inout Hasher) {
        // SAFETY: the array outlives the call, which only reads it.
        unsafe terminated.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}

extension FileName: Comparable, CustomStringConvertible {
    /// In byte order.
    package static func < (left: FileName, right: FileName) -> Bool {
        left.terminated.lexicographicallyPrecedes(right.terminated)
    }

    /// Escaped, for a message.
    package var description: String { Printable.escaped(bytes) }
}

extension FileName {
    /// The result of `body` with the name as C sees it.
    func withCString(_ body: (UnsafePointer<CChar>) -> Int) -> Int { unsafe withTerminated(terminated, body) }
}

/// The result of `body` with `bytes`, whose last is zero, as a C string.
func withTerminated(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Int) -> Int {
    // SAFETY: the array outlives the call; its last byte is zero, so C stops inside it.
    unsafe bytes.withUnsafeBytes { raw in
        guard let start = unsafe raw.bindMemory(to: CChar.self).baseAddress else { return Int(-Errno.invalid.rawValue) }
        return unsafe body(start)
    }
}

extension FileName: ExpressibleByStringLiteral {
    /// A name that the program itself chooses; a literal that is none traps.
    package init(stringLiteral literal: StaticString) { self.init(literal) }
}
