// Which IDs are their own file names, and what the others are called.

import Publishing
import Testing

@Suite struct FileStemTests {
    @Test(arguments: [
        ("1_75403", "1_75403"), ("a-b_c", "a-b_c"), ("_", "_"),
        (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
        // sha256sum of the ID, the first 16 digits.
        (String(repeating: "a", count: 65), "x-635361c48bb9eab1"),
        ("1_A", "x-77ac3499c4b9ace3"), ("1_a b", "x-58f46683984f9ac5"), ("1_ä", "x-866954c070c39787"), ("", "x-e3b0c44298fc1c14"),
        ("1_../../etc", "x-ce9ac78165f193d3"), ("1_a\u{0}", "x-1e04787472318644"),
        // It would be the name of another stop.
        ("x-77ac3499c4b9ace3", "x-7d03912bf9ae23b3"),
    ])
    func `a stop's files bear its ID, or its hash where a disk or a URL can't bear the ID`(_ id: String, _ stem: String) {
        #expect(FileStem.text(id) == stem)
    }

    @Test func `IDs that differ in case alone have different names on a disk that ignores case`() {
        let names = ["1_abc", "1_Abc", "1_ABC", "1_aBC"].map { FileStem.text($0).lowercased() }
        #expect(Set(names).count == names.count)
    }
}
