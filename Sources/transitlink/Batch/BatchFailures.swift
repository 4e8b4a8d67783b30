// What ends a batch before its end, with the exit codes of ExitCode.swift.

internal import Arguments
internal import Escaping
internal import Feeds
internal import Staging

extension Failure {
    init(_ error: StagingError) {
        let code: ExitCode =
            switch error.kind {
            case .refused: .cannotCreate
            case .passing: .tryAgain
            case .fault: .inputOutput
            }
        self.init(code, "\(error)")
    }

    /// Why a feed can't be used, or another table that was read as one.
    /// - Parameter option: whose table it is, where it isn't the feed's.
    init(_ error: FeedError, of option: String? = nil) {
        let code: ExitCode =
            switch error {
            case .noInput: .noInput
            case .undecided: .usage
            case .fault: .inputOutput
            case .tryAgain: .tryAgain
            default: .badData
            }
        self.init(code, option.map { "\($0): \(error.sentence)" } ?? error.sentence)
    }
}

extension FeedError {
    /// What, where and how to mend it.
    fileprivate var sentence: String {
        switch self {
        case .missingFile("stops.txt", let found) where found.contains("locations.geojson"):
            "the feed has zones of on-demand service alone (locations.geojson) and no stops.txt: there is no stop to link"
        case .missingFile(let name, let found) where found.contains { $0.lowercased().hasSuffix(".zip") }:
            "\(name) is missing; \(Self.list(found, none: "")): is the feed a zip in the zip? unpack it and give that"
        case .missingFile("agency.txt", let found):
            "agency.txt is missing, which GTFS requires; \(Self.list(found, none: "the feed has no file at all"));"
                + " for stops without trips --agency ID stands in for it"
        case .missingFile(let name, let found):
            "\(name) is missing, which GTFS requires; \(Self.list(found, none: "the feed has no file at all"))"
        case .missingColumn(let name, let file, let found):
            "\(file): column \(name) is missing; \(Self.list(found, none: "its header is empty"))"
        case .notUTF8(let file, row: 1, offset: 0, byte: 0xFE...0xFF, _):
            // FE FF and FF FE are the byte-order marks of UTF-16; Latin-1 has þÿ and ÿþ there, which begins no table.
            "\(file) is UTF-16: save the file as UTF-8, or give --encoding utf-16"
        case .notUTF8(let file, let row, let offset, let byte, let isLatin1):
            "\(file): byte 0x\(String(byte, radix: 16, uppercase: true)) at offset \(offset) is not UTF-8 [\(file) row \(row)]; "
                + "save the file as UTF-8, or give --encoding "
                + (isLatin1 ? "latin1, which it looks like" : "with the name of its own, as cp1250, shift_jis or gbk")
        case .badTable(let text), .tooLarge(let text), .badArchive(let text), .noInput(let text), .undecided(let text),
            .fault(let text), .tryAgain(let text):
            text
        }
    }

    private static func list(_ names: [String], none: String) -> String {
        names.isEmpty ? none : "there are " + names.map { Printable.escaped($0) }.joined(separator: ", ")
    }
}

/// `body`'s result, its error as a failure.
func staged<Value: ~Copyable>(_ body: () throws(StagingError) -> Value) throws(Failure) -> Value {
    do { return try body() } catch { throw Failure(error) }
}

/// `body`'s result, its error as a failure.
func fromFeed<Value: ~Copyable>(_ body: () throws(FeedError) -> Value) throws(Failure) -> Value {
    do { return try body() } catch { throw Failure(error) }
}
