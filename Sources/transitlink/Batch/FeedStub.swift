internal import Feeds
internal import Posix

final class FileSource: ByteSource {
    let file: FileDescriptor
    init(_ file: consuming FileDescriptor) { self.file = file }
    func read(into buffer: inout [UInt8], at start: Int) throws(FeedError) -> Int {
        do throws(SystemError) { return try file.read(into: &buffer, at: start) } catch { throw .fault("\(error)") }
    }
}
final class FeedPackage: FeedTables {
    let path: String
    init(path: String, encoding: String?, notices: @escaping NoticeSink) throws(FeedError) { self.path = path }
    var fileNames: [String] { [] }
    func table(_ name: String) throws(FeedError) -> (any ByteSource)? {
        do throws(SystemError) { return FileSource(try InputFile.open("\(path)/\(name)")) } catch { return nil }
    }
}
