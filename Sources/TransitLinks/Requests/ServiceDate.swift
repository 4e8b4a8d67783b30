// ServiceDate: the origin of a GTFS service day, noon minus twelve hours in the agency's time zone, as an instant. That
// is local midnight except on the days when the clocks change. Not required to be one: real links carry others.

/// Why a value is no service date.
public enum ServiceDateError: Error, Hashable, Sendable {
    /// Not a number, or infinite.
    case notFinite
    /// Before 1990 or after 2099 (UTC), in seconds.
    case outOfRange(Double)
    /// Milliseconds where seconds belong: a thousandth of the value would be a service date.
    case looksLikeMilliseconds(Double)
}

/// An instant from 1990-01-01 up to, not including, 2100-01-01 (UTC).
public struct ServiceDate: Sendable {
    /// The first and the last whole second; a fraction of the last second is still inside.
    public static let allowedSeconds: ClosedRange<Int64> = 631_152_000...4_102_444_799

    /// Seconds since 1970-01-01 UTC.
    public let epochSeconds: Double
    /// The service day of which it is the origin, where it was made of one.
    public let day: CalendarDate?

    /// - Throws: `ServiceDateError` by kind; a value that would do as milliseconds is `looksLikeMilliseconds`.
    public init(epochSeconds: Double) throws(ServiceDateError) {
        guard epochSeconds.isFinite else { throw .notFinite }
        day = nil
        if Self.isAllowed(epochSeconds) {
            self.epochSeconds = epochSeconds
        } else if Self.isAllowed(epochSeconds / 1000) {
            throw .looksLikeMilliseconds(epochSeconds)
        } else {
            throw .outOfRange(epochSeconds)
        }
    }

    /// A date of the OneBusAway API, which counts in milliseconds.
    /// - Throws: `ServiceDateError`; here nothing looks like milliseconds.
    public init(milliseconds: Double) throws(ServiceDateError) {
        guard milliseconds.isFinite else { throw .notFinite }
        guard Self.isAllowed(milliseconds / 1000) else { throw .outOfRange(milliseconds / 1000) }
        epochSeconds = milliseconds / 1000
        day = nil
    }

    /// A date of the OneBusAway API, which counts in milliseconds.
    /// - Throws: `ServiceDateError.outOfRange`.
    public init(milliseconds: Int64) throws(ServiceDateError) { try self.init(milliseconds: Double(milliseconds)) }

    /// The service day `date` in the agency's time zone: noon there minus twelve hours (GTFS, "Service day").
    /// - Throws: `ServiceDateError.outOfRange`.
    public init(_ date: CalendarDate, in zone: TimeZoneRules) throws(ServiceDateError) {
        let noon = zone.epochSeconds(ofLocalSeconds: date.daysSinceEpoch * 86_400 + 43_200)
        let origin = Double(noon - 43_200)
        guard Self.isAllowed(origin) else { throw .outOfRange(origin) }
        epochSeconds = origin
        day = date
    }

    private static func isAllowed(_ seconds: Double) -> Bool {
        seconds >= Double(allowedSeconds.lowerBound) && seconds < Double(allowedSeconds.upperBound) + 1
    }

    /// As Swift prints a Double, `1774854000.0`: the form that the app's links carry.
    public var text: String { ByteWriter.text(write) }

    /// ISO 8601 in UTC in whole seconds, rounded down: `2026-03-30T07:00:00Z`.
    public var iso8601: String { ByteWriter.text(writeISO8601) }

    package func write(to out: inout ByteWriter) { out.append(fixed: epochSeconds) }

    package func writeISO8601(to out: inout ByteWriter) {
        let seconds = Int64(epochSeconds.rounded(.down))
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let date = CalendarDate(daysSinceEpoch: days)
        date.write(to: &out)
        out.append(UInt8(ascii: "T"))
        out.append(pair: Int(rest / 3600))
        out.append(UInt8(ascii: ":"))
        out.append(pair: Int(rest / 60 % 60))
        out.append(UInt8(ascii: ":"))
        out.append(pair: Int(rest % 60))
        out.append(UInt8(ascii: "Z"))
    }
}

extension ServiceDate: Hashable {
    /// As instants.
    public static func == (a: Self, b: Self) -> Bool { a.epochSeconds == b.epochSeconds }
    public func hash(into hasher: inout Hasher) { hasher.combine(epochSeconds) }
}
