// RegionsURL: which addresses a region directory may be fetched from.

extension Configuration {
    /// What is wrong with the address of a published region directory; nil for a good one. A password would be read by every
    /// user of the machine in the list of processes.
    package static func problem(ofRegionsURL url: String) -> String? {
        let bytes = Array(url.utf8)
        let scheme = Array("https://".utf8)
        guard bytes.count <= 2048, bytes.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
            return "is no URL of at most 2048 printable ASCII characters"
        }
        guard bytes.count > scheme.count, zip(bytes, scheme).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else {
            return "is no https URL; a directory that anybody on the way can change is not asked for"
        }
        let authority = bytes.dropFirst(scheme.count).prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
        return authority.contains(UInt8(ascii: "@")) ? "has a user name or password, which is not kept secret" : nil
    }
}
