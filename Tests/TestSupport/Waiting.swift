// Waiting for a condition that another process brings about, with a deadline and no fixed pause.

import Foundation

/// Whether `condition` came true within `seconds`.
public func eventually(within seconds: Double = 20, _ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ProcessInfo.processInfo.systemUptime + seconds
    while try !condition() {
        if ProcessInfo.processInfo.systemUptime > deadline { return false }
        usleep(2000)
    }
    return true
}
