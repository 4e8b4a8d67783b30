// BuiltInFiles: the files of Config/ that are compiled in.

internal import CConfig

package enum BuiltInFiles {
    package static var configuration: [UInt8] { bytes(at: 0) }
    package static var regions: [UInt8] { bytes(at: 1) }
    /// App profiles: name of the file and its bytes.
    package static var apps: [(name: String, bytes: [UInt8])] {
        (2..<tl_embedded_file_count).map { index in
            // SAFETY: the index is below the table's count; names are string literals.
            (unsafe String(cString: tl_embedded_files_at(index).pointee.name), bytes(at: index))
        }
    }

    private static func bytes(at index: Int) -> [UInt8] {
        // SAFETY: the table is constant and lives as long as the program; count is the size of its array.
        let file = unsafe tl_embedded_files_at(index).pointee
        return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
}
