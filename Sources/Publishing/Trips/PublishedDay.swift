// PublishedDay: a service day as outputs and links name it, made once a day.

package import TransitLinks

package struct PublishedDay: Sendable {
    /// Noon minus twelve hours in the agency's time zone.
    package let serviceDate: ServiceDate
    /// The bytes of `2026-03-30`.
    package let date: [UInt8]
    /// As a link has it: the bytes of `1774854000.0`.
    package let parameter: [UInt8]

    /// - Parameter serviceDate: the origin of `date` in the agency's time zone.
    package init(_ date: CalendarDate, _ serviceDate: ServiceDate) {
        self.serviceDate = serviceDate
        parameter = Array(serviceDate.text.utf8)
        var out = ByteWriter(capacity: 64)
        date.write(to: &out)
        self.date = out.bytes
    }
}
