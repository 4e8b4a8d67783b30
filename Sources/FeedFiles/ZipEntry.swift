// ZipEntry: one table in a zip, unpacked as it is read. How much may come out of it is checked against what comes;
// what the archive says of itself can only refuse it sooner.

internal import CZip
internal import Feeds
internal import Posix

@safe final class ZipEntry: ByteSource {
    /// Keeps the archive open.
    private let archive: ZipArchive
    private let handle: OpaquePointer
    private let shown: String
    private let packedBytes: UInt64
    let expectedBytes: UInt64
    private var budget: ReadBudget

    /// - Throws: `badArchive`; `tooLarge` where it says so of itself.
    init(
        of archive: ZipArchive, handle zip: OpaquePointer, index: UInt64, name: String, shown: String
    ) throws(FeedError) {
        let status = try unsafe Self.status(zip, index, shown)
        guard !(unsafe Self.isLink(zip, index)) else {
            throw .badArchive("\(shown) is a symbolic link, and only files are read: make the zip with the file itself")
        }
        if unsafe status.encryption_method != ZIP_EM_NONE {
            throw .badArchive("\(shown) is encrypted: unpack the zip with its password and give the folder")
        }
        budget = try unsafe ReadBudget(name: name, shown: shown, expected: status.size)
        // SAFETY: `zip` is open, and `archive` keeps it so.
        guard let handle = unsafe zip_fopen_index(zip, index, 0) else {
            let code = unsafe zip_error_code_zip(zip_get_error(zip))
            if code == ZIP_ER_MEMORY { throw FeedError(SystemError("read", shown, .noMemory)) }
            throw .badArchive("\(shown) can't be unpacked (\(ZipError.text(code))): make the zip with deflate")
        }
        self.archive = archive
        unsafe self.handle = handle
        self.shown = shown
        unsafe (packedBytes, expectedBytes) = (status.comp_size, status.size)
    }

    deinit {
        // SAFETY: open since `init`, and closed here alone.
        unsafe zip_fclose(handle)
    }

    func read(into buffer: inout [UInt8], at start: Int) throws(FeedError) -> Int {
        // SAFETY: the array outlives the call, which writes only into the part that is offered.
        let count = unsafe buffer.withUnsafeMutableBytes { raw in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: raw[start...])
            guard let base = rest.baseAddress else { return Int64(0) }
            return unsafe zip_fread(handle, base, UInt64(rest.count))
        }
        guard count >= 0 else {
            let code = unsafe zip_error_code_zip(zip_file_get_error(handle))
            if code == ZIP_ER_MEMORY { throw FeedError(SystemError("read", shown, .noMemory)) }
            if code == ZIP_ER_READ {
                let errno = unsafe zip_error_code_system(zip_file_get_error(handle))
                throw FeedError(SystemError("read", shown, Errno(rawValue: errno)))
            }
            throw .badArchive("\(shown) is damaged (\(ZipError.text(code))): copy the zip again")
        }
        try budget.take(Int(count))
        if budget.taken > TableLimits.unpackedBeforeRatio, budget.taken / TableLimits.ratio > packedBytes {
            throw .badArchive(
                "\(shown) unpacks to more than \(TableLimits.ratio) times its size, as no table does: if it is one, unpack it")
        }
        return Int(count)
    }

    private static func status(_ zip: OpaquePointer, _ index: UInt64, _ shown: String) throws(FeedError) -> zip_stat_t {
        var status = unsafe zip_stat_t()
        // SAFETY: the archive is open; the record outlives the call that fills it.
        guard unsafe zip_stat_index(zip, index, 0, &status) == 0 else {
            throw .badArchive("\(shown): the zip says nothing of it: make it anew")
        }
        return unsafe status
    }

    /// Whether the entry was made on Unix from a symbolic link: the upper half of its attributes is `st_mode`.
    private static func isLink(_ zip: OpaquePointer, _ index: UInt64) -> Bool {
        var system: UInt8 = 0
        var attributes: UInt32 = 0
        // SAFETY: the archive is open; both numbers outlive the call that fills them.
        unsafe zip_file_get_external_attributes(zip, index, 0, &system, &attributes)
        return system == UInt8(ZIP_OPSYS_UNIX) && attributes >> 28 == 0o12
    }
}
