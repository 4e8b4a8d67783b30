// Waiting for a condition that another process brings about, with a deadline and no fixed pause.

import Foundation

/// How many times as long a deadline is as on a quiet machine: TEST_PATIENCE; 1 without it. A sanitizer makes programs slow.
private let patience = ProcessInfo.processInfo.environment["TEST_PATIENCE"].flatMap(Double.init) ?? 1

/// Whether `condition` came true within `seconds`: far more than it takes, since a busy machine may run nothing of ours for
/// seconds. Only a test that fails waits that long.
public func eventually(within seconds: Double = 60, _ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ProcessInfo.processInfo.systemUptime + seconds * patience
    while try !condition() {
        if ProcessInfo.processInfo.systemUptime > deadline { return false }
        usleep(2000)
    }
    return true
}
