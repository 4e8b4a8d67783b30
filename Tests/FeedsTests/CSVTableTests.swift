import Testing

@testable import Feeds

@Suite("A table, row by row")
struct CSVTableTests {
    @Test("reads what a naive reader reads, whatever the bytes and the size of the buffer")
    func oracle() throws {
        var generator = SystemRandomNumberGenerator()
        let alphabet: [[UInt8]] =
            [",", ",", ",", "\"", "\"", "\"\"", "\n", "\n", "\r\n", "\r", " ", "\t", "a", "b", "cd", "ü", "駅", "🚌", "\u{1A}", "\0"]
            .map { Array($0.utf8) }
        for round in 0..<4000 {
            var content: [UInt8] = round % 7 == 0 ? [0xEF, 0xBB, 0xBF] : []
            content += Array("h1,h2,h3\n".utf8)
            for _ in 0..<Int.random(in: 0...60, using: &generator) {
                content += alphabet.randomElement(using: &generator)!
            }
            let expected = NaiveCSV.rows(content, fieldLimit: 20)!
            for buffer in [1 + round % 70, 256] {
                let rows = try read(content, buffer: buffer, piece: 1 + round % 11, field: 20)
                #expect(rows == expected, "\(String(decoding: content, as: UTF8.self).debugDescription), buffer \(buffer)")
                if rows != expected { return }
            }
        }
    }
}
