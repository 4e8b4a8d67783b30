// A text that needs no escape is passed as it is, by a short way; the way over its bytes one by one is the oracle.

import Escaping
import Testing

@Suite struct PrintableTests {
    @Test func `a text is escaped as its bytes are`() {
        for value in UInt32(0)...0x2100 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for text in ["\(scalar)", "Pine St \(scalar) 3rd Ave", "\(scalar)é"] {
                #expect(Printable.escaped(text) == Printable.escaped(Array(text.utf8)))
            }
        }
    }
}
