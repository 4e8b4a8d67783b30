// CSVFields: where the fields of the present row are in the reader's buffer.

/// A range of bytes a column. Raw memory of its own: it is written once a field of the file.
@safe struct CSVFields: ~Copyable {
    private let base: UnsafeMutablePointer<UInt32>
    /// How many columns there are.
    let count: Int

    init(count: Int) {
        self.count = count
        // SAFETY: owned by this value alone (`~Copyable`), freed in `deinit`; numbers need no deinitialisation.
        unsafe base = .allocate(capacity: 2 * count)
        unsafe base.initialize(repeating: 0, count: 2 * count)
    }

    deinit {
        // SAFETY: the one allocation of `init`.
        unsafe base.deallocate()
    }

    /// The range of the field in `column`.
    /// - Precondition: there is such a column and the range ends below 4 GiB.
    subscript(column: Int) -> Range<Int> {
        @inline(__always) get {
            precondition(column >= 0 && column < count, "a column of the table")
            // SAFETY: both numbers lie inside the allocation and were set in `init`.
            return unsafe Int(base[2 &* column])..<Int(base[2 &* column &+ 1])
        }
        @inline(__always) set {
            precondition(column >= 0 && column < count, "a column of the table")
            // SAFETY: as above.
            unsafe base[2 &* column] = UInt32(truncatingIfNeeded: newValue.lowerBound)
            unsafe base[2 &* column &+ 1] = UInt32(truncatingIfNeeded: newValue.upperBound)
        }
    }

    /// Sets the field in `column`, or nothing where there is no such column.
    @inline(__always)
    mutating func set(_ column: Int, _ start: Int, _ end: Int) {
        guard column < count else { return }
        // SAFETY: inside the allocation.
        unsafe base[2 &* column] = UInt32(truncatingIfNeeded: start)
        unsafe base[2 &* column &+ 1] = UInt32(truncatingIfNeeded: end)
    }
}
