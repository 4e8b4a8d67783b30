// contention [race]: two threads at one Mutex, so often that they meet; with `race` at a variable beside it, too. The sanitizer is
// to be silent about the first and not about the second.

import Glibc
import Synchronization

final class Shared: @unchecked Sendable {
    let guarded = Mutex<[Int]>([])
    var bare = 0
}

let shared = Shared()
let races = CommandLine.arguments.contains("race")

func work() {
    for turn in 0..<20_000 {
        shared.guarded.withLock {
            $0.append(turn)
            if $0.count > 100 { $0.removeAll() }
        }
        if races { shared.bare += 1 }
    }
}

var other = pthread_t()
let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
    work()
    return nil
}
precondition(pthread_create(&other, nil, body, nil) == 0)
work()
pthread_join(other, nil)
