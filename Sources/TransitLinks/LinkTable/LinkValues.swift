// LinkValues: the values of one request as links have them: each is encoded once, and copied wherever a link has it. A value
// that stands in a link that is itself a value of another link is encoded once more. Memory is kept from request to request.

/// The values of one request.
package struct LinkValues: ~Copyable {
    /// A text in `bytes`.
    struct Place {
        var start: UInt32 = 0
        var count: UInt32 = 0
    }

    /// What a step of a compiled link names: a variable's raw value, and this much more for the value encoded twice.
    static let twice: UInt8 = 32

    private(set) var bytes = ByteWriter(capacity: 2048)
    private var places = InlineArray<64, Place>(repeating: Place())
    /// The variables that have a value, by their bits.
    private(set) var present: UInt32 = 0

    package init() {}

    /// Where the value of a slot stands. Meaningless for one that is not present.
    @inline(__always)
    subscript(slot: UInt8) -> Place { places[Int(slot & 63)] }

    /// Whether the variable of a slot, encoded once or twice, has a value.
    @inline(__always)
    func has(_ slot: UInt8) -> Bool { present & (1 << UInt32(slot & 31)) != 0 }

    /// Forgets all values.
    package mutating func begin() {
        bytes.removeAll()
        present = 0
    }

    /// Ends the taking of values: a compiled link may be written now.
    package mutating func end() { bytes.appendPadding() }

    /// Sets a value to what `write` appends, which needs no encoding.
    @inline(__always)
    package mutating func set(_ variable: LinkVariable, _ write: (inout ByteWriter) -> Void) {
        let start = bytes.count
        write(&bytes)
        let place = Place(
            start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: bytes.count &- start))
        places[Int(variable.rawValue)] = place
        places[Int(variable.rawValue &+ Self.twice)] = place
        present |= variable.bit
    }

    /// Sets a value to the encoding of `text`.
    @inline(__always)
    package mutating func set(_ variable: LinkVariable, encoding text: Span<UInt8>) {
        let start = bytes.count
        bytes.appendPercentEncoded(text)
        let end = bytes.count
        let once = Place(start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: end &- start))
        places[Int(variable.rawValue)] = once
        present |= variable.bit
        // No byte was encoded: another time changes nothing.
        if end &- start == text.count {
            places[Int(variable.rawValue &+ Self.twice)] = once
        } else {
            encodeAgain(variable, start..<end)
        }
    }

    @inline(never)
    private mutating func encodeAgain(_ variable: LinkVariable, _ once: Range<Int>) {
        let start = bytes.count
        bytes.appendPercentEncoded(ownRange: once)
        places[Int(variable.rawValue &+ Self.twice)] = Place(
            start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: bytes.count &- start))
    }
}

// MARK: Of a request

extension LinkValues {
    /// Takes the values of `request` that links of `rows` name.
    mutating func take(_ request: borrowing ShareRequest, for rows: borrowing CompiledRows) {
        let needed = rows.needed
        begin()
        if rows.names(.agencyFareURL) { setFare(ofStop: request.stop.id.text.utf8.span, rows.agencyFares) }
        take(request.stop, needed)
        if let trip = request.trip { take(trip, request.extras, needed) }
        end()
    }

    private mutating func take(_ stop: borrowing SharedStop, _ needed: UInt32) {
        setID(stop.id.text.utf8.span, .stopID, agency: .agencyID, local: .stopLocalID, needed)
        if let place = stop.coordinate {
            set(.latitude) { $0.append(fixed: place.latitude) }
            set(.longitude) { $0.append(fixed: place.longitude) }
        }
        // Few links name the rest.
        if needed & Self.described == 0 { return }
        if let code = stop.code { set(.stopCode, encoding: code.utf8.span) }
        if let name = stop.name { set(.stopName, encoding: name.utf8.span) }
        if let direction = stop.direction { set(.direction, encoding: direction.rawValue.utf8.span) }
    }

    private static let described =
        LinkVariable.stopCode.bit | LinkVariable.stopName.bit | LinkVariable.direction.bit

    private mutating func take(_ trip: borrowing SharedTrip, _ extras: TripPageExtras, _ needed: UInt32) {
        setID(trip.id.text.utf8.span, .tripID, agency: nil, local: .tripLocalID, needed)
        set(.serviceDate) { trip.serviceDate.write(to: &$0) }
        set(.stopSequence) { $0.append(decimal: trip.stopSequence) }
        if let destination = trip.destinationStopID { set(.destinationStopID, encoding: destination.text.utf8.span) }
        if extras.contains(.title), trip.hasTitle { set(.extraTitle, encoding: (trip.title ?? "").utf8.span) }
        if extras.contains(.vehicleID), let id = trip.vehicleID { set(.extraVehicleID, encoding: id.text.utf8.span) }
        if needed & Self.told == 0 { return }
        if let day = trip.serviceDate.day { set(.serviceDay) { day.write(to: &$0) } }
        if let route = trip.route { set(.route, encoding: route.utf8.span) }
        if let headsign = trip.headsign { set(.headsign, encoding: headsign.utf8.span) }
        if let vehicle = trip.vehicleID { set(.vehicleID, encoding: vehicle.text.utf8.span) }
    }

    private static let told =
        LinkVariable.serviceDay.bit | LinkVariable.route.bit | LinkVariable.headsign.bit | LinkVariable.vehicleID.bit

    /// The fare page of the agency before the stop ID's first `_`.
    private mutating func setFare(ofStop id: Span<UInt8>, _ fares: [String: String]) {
        let cut = id.firstIndex(in: 0..<id.count) { $0 == UInt8(ascii: "_") }
        guard cut < id.count, let url = fares[ByteWriter.text({ $0.append(id.extracting(0..<cut)) })] else { return }
        set(.agencyFareURL) { $0.append(asURL: url) }
    }

    /// An ID, and its two parts where links name them: it is split at the first `_`.
    @inline(__always)
    private mutating func setID(
        _ id: Span<UInt8>, _ variable: LinkVariable, agency: LinkVariable?, local: LinkVariable, _ needed: UInt32
    ) {
        set(variable, encoding: id)
        if needed & (local.bit | (agency?.bit ?? 0)) != 0 { split(id, agency, local) }
    }

    private mutating func split(_ id: Span<UInt8>, _ agency: LinkVariable?, _ local: LinkVariable) {
        let cut = id.firstIndex(in: 0..<id.count) { $0 == UInt8(ascii: "_") }
        guard cut < id.count else { return }
        if let agency, cut > 0 { set(agency, encoding: id.extracting(0..<cut)) }
        if cut + 1 < id.count { set(local, encoding: id.extracting(cut + 1..<id.count)) }
    }
}

// MARK: Of a feed

extension LinkValues {
    /// Sets what a checked stop ID says.
    /// - Parameter id: its UTF-8, not encoded.
    package mutating func setStop(id: Span<UInt8>, for rows: borrowing CompiledRows) {
        setID(id, .stopID, agency: .agencyID, local: .stopLocalID, rows.needed)
        if rows.names(.agencyFareURL) { setFare(ofStop: id, rows.agencyFares) }
    }

    /// Sets what a boarding of a trip says.
    /// - Parameters:
    ///   - id: the UTF-8 of the checked trip ID, not encoded.
    ///   - serviceDate: the bytes of `ServiceDate.text`, made once a service day.
    ///   - stopSequence: OneBusAway's 0-based index of the stop in the trip.
    package mutating func setTrip(
        id: Span<UInt8>, serviceDate: Span<UInt8>, stopSequence: Int, for rows: borrowing CompiledRows
    ) {
        setID(id, .tripID, agency: nil, local: .tripLocalID, rows.needed)
        set(.serviceDate) { $0.append(serviceDate) }
        set(.stopSequence) { $0.append(decimal: Int64(stopSequence)) }
    }
}
