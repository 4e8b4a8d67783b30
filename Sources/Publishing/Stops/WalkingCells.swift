// WalkingCells: the map links of a row as pieces that are written beforehand. Between them stand the coordinate's digits, which
// the row has already, so that they are made once a stop and copied from then on. `WalkingVendor` stays the one place that
// knows the forms; a test compares.

internal import TransitLinks

struct WalkingCells: Sendable {
    /// The cells' commas and quotes too; one text, so that a piece costs no reference count.
    private let text: [UInt8]
    /// By turns what stands before a latitude and before a longitude.
    private let pieces: [Range<Int>]
    private let end: Range<Int>
    /// The cells of a stop without a coordinate.
    private let empty: [UInt8]

    init(_ vendors: [WalkingVendor]) {
        var text: [UInt8] = []
        var pieces: [Range<Int>] = []
        var start = 0
        for vendor in vendors {
            let (before, between, after) = vendor.pieces
            let quote = CSVField.needsQuotes((before + between + after).utf8.span) ? "\"" : ""
            text += Array(("," + quote + before).utf8)
            pieces.append(start..<text.count)
            text += Array(between.utf8)
            pieces.append((pieces.last?.upperBound ?? 0)..<text.count)
            start = text.count
            text += Array((after + quote).utf8)
        }
        end = start..<text.count
        empty = [UInt8](repeating: UInt8(ascii: ","), count: vendors.count)
        (self.text, self.pieces) = (text, pieces)
    }

    /// - Parameters:
    ///   - latitude: where the digits stand in `out`, as is `longitude`; nil for a stop without a coordinate.
    @inline(__always)
    func append(latitude: Range<Int>?, longitude: Range<Int>, to out: inout ByteWriter) {
        guard let latitude else { return out.append(empty.span) }
        var isLatitude = true
        for piece in pieces {
            out.append(text.span.extracting(piece))
            out.append(ownRange: isLatitude ? latitude : longitude)
            isLatitude.toggle()
        }
        out.append(text.span.extracting(end))
    }
}
