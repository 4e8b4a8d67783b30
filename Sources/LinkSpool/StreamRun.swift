// StreamRun: one stream from its first line to its durable answer. What is removed in the end is what was read: a file that
// changes meanwhile is done again.

internal import Posix

/// One stream being worked.
struct StreamRun {
    private let job: StreamJob
    private let worker: StreamWorker
    private var folders: SpoolFolders { job.folders }

    private enum Stop: Error {
        case refused(SpoolRefusal)
        case fault(SystemError)
        /// This stream's own, and nobody else's.
        case ownFault(SystemError)
        case undecided(String)
        case again, gone
    }

    /// Answers are written in pieces of this size: large enough for the disk, small beside a line's limit.
    private static let pieceSize = 256 << 10

    init(_ job: StreamJob, worker: StreamWorker) {
        self.job = job
        self.worker = worker
    }

    /// Works the stream and says how it ended.
    func result(_ handlers: StreamHandlers) -> StreamEnd.Result {
        do throws(Stop) {
            return try work(handlers)
        } catch {
            folders.page.end(.stream)
            switch error {
            case .refused(let refusal): return discard(.refused(refusal))
            case .fault(let error): return discard(.fault(error))
            case .ownFault(let error): return discard(error.isEverybodys ? .fault(error) : .ownFault(error))
            case .undecided(let reason): return discard(.undecided(reason))
            case .again: return discard(.again)
            case .gone: return discard(.gone)
            }
        }
    }

    /// An unfinished answer is of no use to anyone; one that can't be removed now is removed by the next recovery.
    private func discard(_ result: StreamEnd.Result) -> StreamEnd.Result {
        do { try folders.unfinished.removeIfPresent(job.name) } catch { return .fault(error) }
        return result
    }

    private func work(_ handlers: StreamHandlers) throws(Stop) -> StreamEnd.Result {
        var counts = (lines: 0, refused: 0)
        var reader = try open()
        let output = try makeOutput()
        let content = try answerAll(&reader, into: output, handlers, &counts)
        folders.page.end(.stream)
        if counts.lines == 0 { throw .refused(.unfinished) }
        try commit(output, content: content)
        return .done(lines: counts.lines, refused: counts.refused)
    }

    private func open() throws(Stop) -> LineReader {
        do {
            let file = try folders.requests.openRequest(job.name)
            try begin(inode: try file.status().identity.inode)
            return LineReader(file, limit: job.settings.lineLimit)
        } catch let error as SystemError {
            switch error.errno {
            case .noEntry: throw .gone
            case .access where error.operation == "open": throw .refused(.unreadable)
            default: throw .ownFault(error)
            }
        } catch let stop as Stop { throw stop } catch { throw .again }
    }

    private func makeOutput() throws(Stop) -> UnfinishedFile {
        do { return try UnfinishedFile(job.name, in: folders.unfinished, group: folders.answerGroup) } catch {
            throw .fault(error)
        }
    }

    // MARK: lines

    /// Every line of the file as it is at the start.
    /// - Throws: `again` where it changed meanwhile: which of its lines were read before that nobody knows.
    private func answerAll(
        _ reader: inout LineReader, into output: UnfinishedFile, _ handlers: StreamHandlers,
        _ counts: inout (lines: Int, refused: Int)
    ) throws(Stop) -> Fingerprint {
        var piece: [UInt8] = []
        let first = try status(&reader)
        var answers = StreamAnswers(output)
        try answerWholeLines(&reader, of: first, into: &answers, handlers, &counts, &piece)
        if let line = reader.remainder() { try answer(line, of: reader.buffer, handlers, &counts, &piece) }
        try write(&piece, to: &answers)
        let content = Fingerprint(first)
        let last = try status(&reader)
        if reader.bytesRead != first.size || Fingerprint(last) != content { throw .again }
        return content
    }

    private func answerWholeLines(
        _ reader: inout LineReader, of file: FileStatus, into answers: inout StreamAnswers, _ handlers: StreamHandlers,
        _ counts: inout (lines: Int, refused: Int), _ piece: inout [UInt8]
    ) throws(Stop) {
        var counted = 0
        while let line = try nextLine(&reader) {
            try answer(line, of: reader.buffer, handlers, &counts, &piece)
            counted += 1
            if piece.count < Self.pieceSize && counted < 1024 { continue }
            try write(&piece, to: &answers)
            counted = 0
            // A writer that is faster than we are would have no end, and what it changed is read again anyway.
            let hasChanged = Fingerprint(try status(&reader)) != Fingerprint(file)
            if worker.isStopped || hasChanged { throw .again }
        }
    }

    private func nextLine(_ reader: inout LineReader) throws(Stop) -> LineReader.Line? {
        do { return try reader.next() } catch { throw .ownFault(error) }
    }

    private func status(_ reader: inout LineReader) throws(Stop) -> FileStatus {
        do { return try reader.status() } catch { throw .ownFault(error) }
    }

    private func answer(
        _ line: LineReader.Line, of buffer: [UInt8], _ handlers: StreamHandlers,
        _ counts: inout (lines: Int, refused: Int), _ piece: inout [UInt8]
    ) throws(Stop) {
        let bytes = buffer[line.range]
        // Of a line that is too long only the beginning is known.
        if !line.isTooLong, bytes.span.isBlankLine { return }
        folders.page.advance(toLine: UInt64(line.number), attempts: attempts(at: line.number))
        worker.beginLine()
        let verdict = handlers.answer(bytes.span, line.number, line.isTooLong, &piece)
        worker.endLine()
        folders.page.end(.stream)
        if case .undecided(let reason) = verdict { throw .undecided(reason) }
        counts.lines += 1
        if verdict == .refused { counts.refused += 1 }
    }

    private func write(_ piece: inout [UInt8], to answers: inout StreamAnswers) throws(Stop) {
        do { try answers.write(piece) } catch {
            if answers.isBeyondDisk { throw .refused(.answerTooLarge(error)) }
            throw answers.isItsOwn(error) ? .ownFault(error) : .fault(error)
        }
        piece.removeAll(keepingCapacity: true)
    }

    // MARK: page

    /// Names the stream in the page; only a line that is being answered makes it count.
    private func begin(inode: UInt64) throws(Stop) {
        folders.page.begin(job.name, inode: inode, in: .stream)
        folders.page.end(.stream)
        guard let suspect = job.suspect, suspect.inode == inode else { return }
        if suspect.attempts >= job.settings.crashLimit { throw .refused(.crashesDaemon(times: suspect.attempts)) }
    }

    /// Only the line that ended the process counts on; a daemon that was killed during another is no fault of this one.
    private func attempts(at line: Int) -> UInt64 {
        guard let suspect = job.suspect, suspect.line == UInt64(line) else { return 1 }
        return suspect.attempts + 1
    }

    // MARK: commit

    private func commit(_ output: UnfinishedFile, content: Fingerprint) throws(Stop) {
        do {
            try output.descriptor.flush()
            if try Fingerprint(folders.requests.status(of: job.name)) != content { throw Stop.again }
            try folders.unfinished.rename(job.name, to: folders.results, as: job.name, replacing: true)
            try folders.results.flush()
            if Fingerprint(try folders.requests.status(of: job.name)) == content {
                return try folders.requests.remove(job.name)
            }
        } catch let error as SystemError {
            throw error.errno == .isDirectory ? .refused(.resultBlocked) : .fault(error)
        } catch let stop as Stop { throw stop } catch {}
        throw .again
    }
}
