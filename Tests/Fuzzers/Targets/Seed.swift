// Seed: files of the checkout, read from its root.

import Foundation

enum Seed {
    static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
}
