// Swap: the end of a run: the list of our files, what others put in, and the one step in which the new folder takes the old
// one's place.
//
//   DIR   new    -old   meaning                                       after a stop here
//   old   +      -      being made, or about to be exchanged          removed; the old content stays
//   new   old    -      exchanged (RENAME_EXCHANGE)                   the old folder is removed
//   -     +      old    the file system can't exchange: set aside     -old is brought back, the new one removed
//   new   -      old    … and in place                                -old is removed

internal import Posix
internal import Synchronization

extension StagedFolder {
    /// Names of our own in the folder, which no output can have.
    static let ownNames: Set<FileName> = [Manifest.name, StopMemory.name]

    /// Puts the new folder into the old one's place; where every file is as before, nothing is touched instead. Call it once,
    /// when every stream is finished.
    /// - Parameter options: a digest of what the output depends on beside the feed, kept in the manifest: one line of text.
    /// - Throws: `foreignFile`, `replaced`, `mountPoint`, `fault`: the old content stays, but for a fault of `fsync` of the
    ///   folder above, after the exchange.
    package func commit(options: String) throws(StagingError) -> StagingReport {
        defer { discard() }
        var (report, files) = filesSoFar()
        let manifest = Manifest(options: options, files: files)
        report.counts.removed = old?.files.countMissing(in: files) ?? 0
        if try isUnchanged(with: manifest, report.counts) { return report }
        var foreign = ForeignWalk(self)
        try foreign.run(&report)
        let oldName = try exchange()
        report.isSwapped = true
        state.withLock { $0.report.isSwapped = true }
        if flush { try asFault { () throws(SystemError) in try place.parent.flush() } }
        if let oldName { leave(oldName, &foreign, &report) }
        return report
    }

    private func filesSoFar() -> (StagingReport, PathList) {
        state.withLock { state in
            precondition(state.unfinished == 0, "a stream of the folder isn't finished")
            precondition(!state.isOver, "the run is over already")
            return (state.report, PathList(sorting: state.paths))
        }
    }

    /// Writes the manifest. True where the new folder holds what the old one does.
    private func isUnchanged(with manifest: Manifest, _ counts: ChangeCounts) throws(StagingError) -> Bool {
        let isWritten = try asFault { () throws(SystemError) in
            try root.place(Manifest.name, manifest.encoded.span, permissions: permissions)
        }
        let isMemoryWritten = state.withLock { $0.isMemoryWritten }
        return old != nil && !isWritten && !isMemoryWritten && counts.written == 0 && counts.removed == 0
    }

    /// The exchange itself: under which name the old folder then stands, if there is one.
    private func exchange() throws(StagingError) -> FileName? {
        if let oldFolder {
            try asFault { () throws(SystemError) in try root.new.takeOn(try oldFolder.directory.descriptor.status()) }
        }
        if flush { try asFault { () throws(SystemError) in try root.new.descriptor.flushFileSystem() } }
        do throws(SystemError) {
            let present = try place.parent.statusIfPresent(of: place.name)
            if try present?.identity != oldFolder?.directory.descriptor.status().identity { throw busyElsewhere }
            if oldFolder != nil { return try exchangeOld() }
            try place.parent.moveIntoPlace(newName, place.name)
            return nil
        } catch {
            switch error.errno {
            case .busy: throw .mountPoint(path)
            case .exists, .notEmpty: throw .replaced(path)
            default: throw .fault(error)
            }
        }
    }

    /// Exchanges the folders and makes sure that the old one is what came out: another that was put there since the look goes back.
    private func exchangeOld() throws(SystemError) -> FileName {
        let oldName = try place.exchange(with: newName)
        if try place.parent.status(of: oldName).identity == oldFolder?.directory.descriptor.status().identity { return oldName }
        if oldName == newName {
            try place.parent.exchange(oldName, with: place.name)
        } else {
            try place.parent.rename(place.name, to: place.parent, as: newName, replacing: false)
            try place.parent.rename(oldName, to: place.parent, as: place.name, replacing: false)
        }
        throw busyElsewhere
    }

    private var busyElsewhere: SystemError { SystemError("stat", path, .exists) }

    /// Removes the old folder, once what others put into it during the run is carried over as well. What can't be is kept under
    /// a name that the next run leaves alone.
    private func leave(_ oldName: FileName, _ foreign: inout ForeignWalk, _ report: inout StagingReport) {
        do {
            try foreign.run(&report)
        } catch {
            let kept = place.keptName(oldName)
            do { try place.parent.rename(oldName, to: place.parent, as: kept, replacing: false) } catch {}
            report.leftBehind.append("\(error); it is kept in \(place.parent.path(of: kept))")
            return
        }
        if let failure = place.removed(oldName) { report.leftBehind.append(failure) }
    }
}

extension StagingPlace {
    /// Exchanges the output folder with the new one, or, where the file system has no such call, moves the one aside and
    /// the other into place: the old folder's name from then on.
    fileprivate func exchange(with new: FileName) throws(SystemError) -> FileName {
        do {
            try parent.exchange(new, with: name)
            return new
        } catch  where [.invalid, .notImplemented, .notSupported].contains(error.errno) {}
        try parent.moveIntoPlace(name, asideName)
        do { try parent.moveIntoPlace(new, name) } catch {
            try parent.moveIntoPlace(asideName, name)
            throw error
        }
        return asideName
    }
}

extension Directory {
    /// Renames a folder to a name that is free, or that of an empty folder where the file system can't tell.
    fileprivate func moveIntoPlace(_ name: FileName, _ target: FileName) throws(SystemError) {
        do {
            try rename(name, to: self, as: target, replacing: false)
        } catch  where [.invalid, .notImplemented, .notSupported].contains(error.errno) {
            try rename(name, to: self, as: target, replacing: true)
        }
    }
}
