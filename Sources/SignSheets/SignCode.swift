// SignCode: a link as a QR code that can be read from paper: as much error correction as its modules stay large enough for,
// drawn as one path, black on white whatever the sign's colours are.

package import QRCodes

struct SignCode {
    private let code: QRCode
    /// Points on a side of a module: a multiple of 1/16, for Cairo counts in 1/256 and would make some modules wider than
    /// others. A code gets up to a millimetre smaller for it.
    private let module: Double

    /// The code for `url` in a square of `side` points, its quiet zone counted in.
    /// - Throws: `SignError` where modules would be smaller than the template allows, even with the least correction.
    init(_ url: String, _ wish: SignTemplate.Code, side: Double) throws(SignError) {
        let smallest = wish.smallestModule * Millimetre.points
        var finest: QRCode?
        for level in QRCode.ErrorLevel.allCases.reversed() where level <= wish.level {
            guard let code = QRCode(url, level: level) else { continue }
            let module = Self.module(of: code, side)
            if module >= smallest {
                self.code = code
                self.module = module
                return
            }
            finest = code
        }
        throw Self.tooSmall(url, finest, smallest)
    }

    private static func module(of code: QRCode, _ side: Double) -> Double {
        (side / Double(code.paddedWidth) * 16).rounded(.down) / 16
    }

    private static func tooSmall(_ url: String, _ code: QRCode?, _ smallest: Double) -> SignError {
        guard let code else { return SignError("url: \(url.utf8.count) bytes, more than a QR code holds (2953)") }
        let needed = Millimetre.shown(points: Double(code.paddedWidth) * (smallest + 1.0 / 16))
        return SignError(
            "url: \(url.utf8.count) bytes make a code of \(needed) mm, more than this sign has room for; take a larger size")
    }

    /// White as large as `box`, the code in the middle of it.
    func draw(in box: Box, on canvas: borrowing Canvas) {
        canvas.fill(box, .white)
        let side = module * Double(code.paddedWidth)
        let middle = box.centred(width: side, height: side)
        let (left, top) = ((middle.x * 16).rounded() / 16, (middle.y * 16).rounded() / 16)
        let path = QRCodeOutline.path(of: code)
        canvas.fillPath(.black) { pen in
            var steps = PathSteps(path)
            while let step = steps.next() {
                switch step {
                case .move(let x, let y): pen.move(toX: left + Double(x) * module, y: top + Double(y) * module)
                case .go(let dx, let dy): pen.go(dx: Double(dx) * module, dy: Double(dy) * module)
                case .close: pen.close()
                }
            }
        }
    }
}

extension QRCode.ErrorLevel: Comparable {
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    package static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }
}

/// Reads the path of `QRCodeOutline`: `M4 4h7v-1…z`.
private struct PathSteps {
    enum Step {
        case move(Int, Int)
        case go(Int, Int)
        case close
    }
    private let path: [UInt8]
    private var at = 0

    init(_ path: [UInt8]) { self.path = path }

    mutating func next() -> Step? {
        guard at < path.count else { return nil }
        let command = path[at]
        at += 1
        switch command {
        case UInt8(ascii: "M"): return .move(number(), number())
        case UInt8(ascii: "h"): return .go(number(), 0)
        case UInt8(ascii: "v"): return .go(0, number())
        default: return .close
        }
    }

    /// The number that begins here, behind a blank or a minus.
    private mutating func number() -> Int {
        let isNegative = path[at] == UInt8(ascii: "-")
        if isNegative || path[at] == UInt8(ascii: " ") { at += 1 }
        var number = 0
        while at < path.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = path[at] {
            number = number * 10 + Int(path[at] - UInt8(ascii: "0"))
            at += 1
        }
        return isNegative ? -number : number
    }
}
