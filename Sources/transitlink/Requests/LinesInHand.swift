// LinesInHand: a block of request lines on its way through a thread, and its answers. It has an answerer of its own; the
// memory of one serves many blocks.

internal import Arguments
internal import Configuration
internal import Posix
internal import Synchronization
internal import TransitLinks

final class LinesInHand: Sendable {
    struct Content: ~Copyable {
        private var bytes: [UInt8] = []
        private var lines: BlockLines
        private var answerer: RequestAnswerer
        private(set) var answered = 0
        private(set) var refused = 0
        /// What stopped the work at a line; the answers of those before it are there.
        private var failure: Failure?

        fileprivate init(_ loaded: LoadedConfiguration) {
            let limits = loaded.configuration.limits
            lines = BlockLines(0..<0, limit: limits.lineBytes)
            answerer = RequestAnswerer(settings: loaded.links, limits: limits, timeZones: loaded.timeZones)
        }

        /// Takes the whole lines that were read; false where there are none.
        mutating func take(_ input: inout InputLines) -> Bool {
            guard let block = input.takeBlock(into: &bytes) else { return false }
            lines = block
            (answered, refused, failure) = (0, 0, nil)
            return true
        }

        /// Answers the lines, or those up to the first that the system fails at.
        mutating func answer() {
            let bytes = bytes
            var rest = lines
            while failure == nil, let line = rest.next(in: bytes.span) {
                answered += 1
                switch answerer.answer(line, bytes.span.extracting(line.range)) {
                case .links, .unfinished: break
                case .refused: refused += 1
                case .fault(let reason): failure = Failure(.tryAgain, "line \(line.number): \(reason)")
                }
            }
        }

        /// - Throws: `Failure` of standard output, then the one that stopped the work.
        mutating func write(to output: inout Output) throws(Failure) {
            try answerer.handOver { (answers) throws(Failure) in try output.write(answers) }
            if let failure { throw failure }
        }
    }

    /// Whoever has it in hand has it alone: nobody waits here.
    private let content: Mutex<Content>

    init(_ loaded: LoadedConfiguration) { content = Mutex(Content(loaded)) }

    /// Answers its lines.
    func answer() { content.withLock { $0.answer() } }

    /// Takes the whole lines that were read; false where there are none.
    func take(_ input: inout InputLines) -> Bool { content.withLock { $0.take(&input) } }

    /// Writes the answers.
    /// - Returns: how many lines were answered, and how many of them refused.
    /// - Throws: `Failure` of standard output, then the one that stopped the work.
    func write(to output: inout Output) throws(Failure) -> (answered: Int, refused: Int) {
        try content.withLock { (content) throws(Failure) in
            try content.write(to: &output)
            return (content.answered, content.refused)
        }
    }
}

extension RequestAnswerer {
    /// Answers a line, or refuses the beginning of one that is too long.
    mutating func answer(_ line: BlockLines.Line, _ bytes: Span<UInt8>) -> Answer {
        line.isTooLong ? refuse(tooLong: bytes, number: line.number) : answer(line: bytes, number: line.number)
    }
}
