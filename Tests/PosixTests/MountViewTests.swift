import Testing

@testable import Posix

@Suite struct MountViewTests {
    private static let table = #"""
        22 1 254:1 / / ro,relatime - ext4 /dev/vda1 rw,errors=remount-ro
        30 22 254:2 / /var/spool ro,nosuid shared:5 master:1 - ext4 /dev/vdb ro,stripe=4
        31 30 254:3 / /var/spool/my\040spool rw - tmpfs spool rw,size=2048k
        32 31 254:4 / /var/spool/my\040spool ro - tmpfs over rw

        """#

    @Test(arguments: [
        ("/", true, false), ("/var", true, false), ("/var/spool", true, true), ("/var/spool/x", true, true),
        ("/var/spools", true, false), ("/var/spool/my spool/incoming", true, false), ("/var/spool/my spoo", true, true),
    ])
    func `a path is on the nearest mount, the last of several on one another`(_ path: String, _ mount: Bool, _ fileSystem: Bool) {
        let view = MountView.find(Array(path.utf8), in: Array(Self.table.utf8))
        #expect(view?.mountIsReadOnly == mount && view?.fileSystemIsReadOnly == fileSystem)
    }

    @Test func `a table without the mount, or of broken lines, says nothing`() {
        for table in ["", "\n\n", "22 1 254:1 / /", "30 22 254:2 / /var rw - ext4 /dev/vdb rw"] {
            #expect(MountView.find(Array("/srv".utf8), in: Array(table.utf8)) == nil)
        }
    }

    @Test func `this machine's temporary folder can be written, and proc is a file system of its own`() throws {
        #expect(try MountView.of(Array("/proc".utf8)) != nil)
        let view = try #require(try MountView.of(Array("/tmp".utf8)))
        #expect(!view.mountIsReadOnly && !view.fileSystemIsReadOnly)
    }
}
