// ResultValues: what a result says of its request and nothing else: IDs, title, numbers, each as its bytes stand wherever in
// the result it appears. That one spelling does for a web page, an intent's fallback and an activity is true of plain IDs
// only (`ASCIISet.plainID`), which no encoder changes and every receiver carries; others are not taken.

/// The values of one request, and the buffer in which they stand.
struct ResultValues: ~Copyable {
    /// Which value. `none` stands for the empty text.
    enum Name: Int, CaseIterable, Sendable {
        case none
        /// In JSON's escapes.
        case requestID, title, vehicleID
        /// Plain.
        case stopID, tripID, destinationStopID
        /// Fixed notation.
        case latitude, longitude, serviceDate
        /// The service date in ISO 8601.
        case instant
        case stopSequence
    }

    private(set) var bytes = ByteWriter(capacity: 2048)
    private var places = InlineArray<12, Range<Int>>(repeating: 0..<0)
    /// The service date whose texts stand at the beginning of `bytes`: it is mostly the same from request to request.
    private var writtenDate: ServiceDate?

    /// Where the value stands in `bytes`; empty where the request has none.
    subscript(name: Name) -> Range<Int> { places[name.rawValue] }

    /// The value that stands at `at` in `text`, `none` where there is none.
    func name(at: Int, in text: Span<UInt8>) -> Name {
        bytes.withBytes { bytes in
            for name in Name.allCases {
                let value = self[name]
                if value.isEmpty || value.count > text.count - at || text[at] != bytes[value.lowerBound] { continue }
                if value.allSatisfy({ bytes[$0] == text[at + $0 - value.lowerBound] }) { return name }
            }
            return .none
        }
    }

    /// Appends a text with the values in it.
    func mix(_ steps: Span<MixingStep>, with text: Span<UInt8>, total: Int, into out: inout ByteWriter) {
        out.append(steps, of: text, and: places.span, in: bytes, total: total)
    }

    /// Takes the values of a stop's or trip's request.
    /// - Returns: false when one of its IDs is not plain.
    mutating func take(_ request: borrowing ShareRequest) -> Bool {
        begin(serviceDate: request.trip?.serviceDate)
        let arePlain = takeAll(request)
        bytes.appendPadding()
        return arePlain
    }

    private mutating func takeAll(_ request: borrowing ShareRequest) -> Bool {
        guard takePlain(request.stop.id.text.utf8.span, .stopID) else { return false }
        if let id = request.id { take(.requestID) { $0.appendJSONEscaped(id) } }
        if let place = request.stop.coordinate { take(place) }
        guard let trip = request.trip else {
            take(.title) { out in request.stop.writeTitle { out.appendJSONEscaped($0) } }
            return true
        }
        take(.title) { out in trip.writeTitle { out.appendJSONEscaped($0) } }
        take(.stopSequence) { $0.append(decimal: trip.stopSequence) }
        if let vehicle = trip.vehicleID { take(.vehicleID) { $0.appendJSONEscaped(vehicle.text) } }
        guard takePlain(trip.id.text.utf8.span, .tripID) else { return false }
        guard let destination = trip.destinationStopID else { return true }
        return takePlain(destination.text.utf8.span, .destinationStopID)
    }

    private mutating func begin(serviceDate: ServiceDate?) {
        let isWritten = serviceDate == writtenDate
        bytes.truncate(to: isWritten ? self[.instant].upperBound : 0)
        if isWritten { return }
        writtenDate = serviceDate
        places[Name.instant.rawValue] = 0..<0
        guard let serviceDate else { return }
        take(.serviceDate) { serviceDate.write(to: &$0) }
        take(.instant) { serviceDate.writeISO8601(to: &$0) }
    }

    private mutating func take(_ place: Coordinate) {
        take(.latitude) { $0.append(fixed: place.latitude) }
        take(.longitude) { $0.append(fixed: place.longitude) }
    }

    @inline(__always)
    private mutating func take(_ name: Name, _ write: (inout ByteWriter) -> Void) {
        let start = bytes.count
        write(&bytes)
        places[name.rawValue] = start..<bytes.count
    }

    private mutating func takePlain(_ id: Span<UInt8>, _ name: Name) -> Bool {
        guard id.firstIndex(in: 0..<id.count, where: { !ASCIISet.plainID.contains($0) }) == id.count else { return false }
        take(name) { $0.append(id) }
        return true
    }
}
