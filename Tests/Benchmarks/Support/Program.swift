// Program: another program as a process, started with posix_spawn, which costs less than Foundation's Process: what is
// measured here lives for a few milliseconds.

import Foundation

/// A call of the system that failed.
public struct CallFailed: Error, CustomStringConvertible {
    let call: String
    let code: Int32
    public var description: String { "\(call): \(String(cString: strerror(code)))" }

    public init(_ call: String, _ code: Int32 = errno) {
        self.call = call
        self.code = code
    }
}

/// A started program. Whoever starts it waits for it.
public struct Program {
    public let id: pid_t

    /// - Parameters:
    ///   - environment: `NAME=VALUE`, added to what this process has.
    ///   - descriptors: what the program has as 0, 1, 2…; the rest stays as it is.
    public init(_ words: [String], environment: [String] = [], descriptors: [Int32: Int32] = [:]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, source) in descriptors { posix_spawn_file_actions_adddup2(&actions, source, target) }
        var arguments = words.map { strdup($0) } + [nil]
        var variables = (Self.environment + environment).map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, words[0], &actions, nil, &arguments, &variables)
        if code != 0 { throw CallFailed("start \(words[0])", code) }
        self.id = id
    }

    private static var environment: [String] {
        var all: [String] = []
        var at = environ
        while let text = at.pointee {
            all.append(String(cString: text))
            at += 1
        }
        return all
    }

    public func signal(_ number: Int32) { kill(id, number) }

    /// Waits for its end.
    /// - Throws: where it did not exit with 0.
    public func wait() throws {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 { if errno != EINTR { throw CallFailed("waitpid") } }
        if status != 0 { throw CallFailed("program ended with status \(status)", 0) }
    }

    /// Asks it to end, and waits.
    public func stop() throws {
        signal(SIGTERM)
        try wait()
    }
}
