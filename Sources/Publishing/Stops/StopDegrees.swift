// StopDegrees: a stop's coordinate as text. Of the 11,688 numbers in eight real feeds 97 % are written as we write them, and
// then the feed's bytes are copied: every stop has two, and they are wanted in several files. `append(fixed:)`, which makes
// the digits of a number, is the oracle of the test.

package import Feeds
package import TransitLinks

extension ByteWriter {
    /// Appends the latitude, or nothing where the stop has no coordinate.
    /// - Parameter text: the bytes of the stop's feed.
    @inline(__always)
    package mutating func appendLatitude(of stop: FeedStop, _ text: Span<UInt8>) {
        append(stop.latitude, stop.latitudeDigits, text)
    }

    /// Appends the longitude, or nothing where the stop has no coordinate.
    @inline(__always)
    package mutating func appendLongitude(of stop: FeedStop, _ text: Span<UInt8>) {
        append(stop.longitude, stop.longitudeDigits, text)
    }

    @inline(__always)
    private mutating func append(_ degrees: Double, _ digits: ByteRange, _ text: Span<UInt8>) {
        if !digits.isEmpty {
            append(text.extracting(digits.indices))
        } else if !degrees.isNaN {
            append(fixed: degrees)
        }
    }
}
