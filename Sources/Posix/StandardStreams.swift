// StandardStreams: what a command-line program finds when it starts: its three streams, its environment, and files that
// its user names. Here links are followed and a FIFO is waited for: the user said so.

internal import CPosix
internal import Escaping
internal import Glibc

/// One of the three streams that every program begins with.
package enum StandardStream: Int32, Sendable {
    case input, output, error

    /// The stream as a descriptor; take it once, for its end closes the stream.
    package func descriptor() -> FileDescriptor {
        let names = ["standard input", "standard output", "standard error"]
        return FileDescriptor(owning: rawValue, path: names[Int(rawValue)])
    }

    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// How many characters a line of the terminal has; nil where it is none, or doesn't say.
    package var columns: Int? {
        var size = winsize()
        // SAFETY: the record outlives the call, which fills it.
        guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes to standard error, as much as it takes: where it fails there is nobody left to tell.
    package static func report(_ text: String) {
        let bytes = Array(text.utf8)
        // SAFETY: the array outlives the call.
        unsafe bytes.withUnsafeBytes {
            _ = unsafe linux_write(StandardStream.error.rawValue, $0.baseAddress, UInt64($0.count))
        }
    }
}

/// The process's surroundings.
package enum ProgramEnvironment {
    /// The environment variable, nil where it isn't set. Read before any thread is started.
    package static func variable(_ name: String) -> String? {
        // SAFETY: nobody changes the environment, so the text stays valid while it is copied.
        guard let text = unsafe getenv(name) else { return nil }
        return unsafe String(cString: text)
    }

    /// The words of the command line that are no UTF-8, as Swift shows them: with U+FFFD in the place of what is none.
    package static let repairedArguments: Set<String> = {
        var repaired: Set<String> = []
        for at in 0..<Int(CommandLine.argc) {
            // SAFETY: the system's own list has `argc` texts, each ends in zero and none is ever freed.
            guard let word = unsafe CommandLine.unsafeArgv[at], unsafe String(validatingCString: word) == nil else { continue }
            unsafe repaired.insert(String(cString: word))
        }
        return repaired
    }()

    /// Makes sure that descriptors 0 to 2 are taken: where a stream was closed by the caller, a file opened later would
    /// get its number, and what is meant for the stream would land in the file. What takes their place is open for the wrong
    /// direction, so that whoever reads or writes the stream fails as on a closed one.
    package static func occupyStandardStreams() {
        for stream in [StandardStream.input, .output, .error] where fcntl(stream.rawValue, F_GETFD) < 0 {
            let flags = (stream == .input ? O_WRONLY : O_RDONLY) | O_NOCTTY
            // SAFETY: a literal's memory is never freed. The lowest free number is the stream's.
            _ = unsafe linux_openat(AT_FDCWD, "/dev/null", flags, 0)
        }
    }

    /// From now on a pipe without a reader is an error of `write`, not the end of the program.
    package static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

    /// Lets a write beyond `RLIMIT_FSIZE` fail with `EFBIG` instead of ending the process.
    package static func ignoreFileSizeLimit() { _ = signal(SIGXFSZ, SIG_IGN) }
}

/// A file that the user named, to be read from its beginning to its end.
package enum InputFile {
    /// Whether something is at `path`, a link followed.
    package static func isThere(_ path: String) -> Bool {
        // SAFETY: the text ends in zero and outlives the call.
        unsafe path.withCString { unsafe access($0, F_OK) } == 0
    }

    /// - Throws: `open`; `EISDIR` for a folder.
    package static func open(_ path: String) throws(SystemError) -> FileDescriptor {
        let shown = Printable.escaped(path)
        // SAFETY: the text ends in zero and outlives the call.
        let raw = try call("open", shown) {
            unsafe path.withCString { unsafe linux_openat(AT_FDCWD, $0, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0) }
        }
        let file = FileDescriptor(owning: Int32(raw), path: shown)
        if try file.status().kind == .directory { throw SystemError("read", shown, .isDirectory) }
        return file
    }
}
