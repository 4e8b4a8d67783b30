// Golden: outputs kept as files. `RECORD=1` writes them anew and fails, so that a recording is looked at before it counts.

import Foundation
import Testing

func expectGolden(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = Files.root.appendingPathComponent("Tests/ToolTests/Golden/\(name)")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
        try Data(text.utf8).write(to: file)
        Issue.record("recorded \(name)", sourceLocation: sourceLocation)
        return
    }
    let kept = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text == kept, "\(name)", sourceLocation: sourceLocation)
}
