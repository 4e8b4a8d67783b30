import Posix
import TestSupport
import Testing

@Suite struct PosixTests {
    @Test func anErrorSaysWhatFailedOnWhat() {
        #expect(throws: SystemError("open", "/nowhere/at\\nall", .noEntry)) { _ = try Directory(path: Array("/nowhere/at\nall".utf8)) }
        #expect(SystemError("fsync", "results/a.json", .noSpace).description == "fsync results/a.json: No space left on device")
    }
}
