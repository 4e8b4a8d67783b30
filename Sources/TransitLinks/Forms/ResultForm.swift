// ResultForm: the results of all requests of one shape: text that is the same in all of them, and between it the places of
// what differs. No key and no link is spelled here. A form is read off an example that `ResultWriter` wrote, `openedBy` as the
// receivers' models gave it for the finished links, and it counts only once it has written a second, different example as
// the writer does. That a shape's results differ in nothing else is a property of the writer and the models, tested over
// random requests (ResultFormTests).

struct ResultForm: Sendable {
    /// With padding behind it.
    private let text: [UInt8]
    private let steps: [MixingStep]
    /// How often each value stands in the result.
    private let uses: [(value: ResultValues.Name, times: Int)]

    /// The form of the results that have the shape of `set`'s, nil where none can be learned.
    init?(of set: LinkSet) {
        guard let first = set.example(.marked), let second = set.example(.other) else { return nil }
        var values = ResultValues()
        guard values.take(first.request) else { return nil }
        (text, steps) = Self.takenApart(Self.line(first), values)
        let (used, all) = (steps.map(\.value), ResultValues.Name.allCases)
        uses = all.map { name in (name, used.count { $0 == Int32(name.rawValue) }) }.filter { $0.times > 0 }
        guard values.take(second.request), writes(Self.line(second), values) else { return nil }
    }

    private func writes(_ line: [UInt8], _ values: borrowing ResultValues) -> Bool {
        var out = ByteWriter(capacity: 4096)
        write(values, to: &out)
        return out.bytes == line
    }

    /// Appends the result, a line, of a request of this shape.
    func write(_ values: borrowing ResultValues, to out: inout ByteWriter) {
        var total = text.count - ByteWriter.padding
        for use in uses { total += use.times * values[use.value].count }
        values.mix(steps.span, with: text.span, total: total, into: &out)
    }

    private static func line(_ set: borrowing LinkSet) -> [UInt8] {
        var json = JSONWriter(capacity: 4096)
        ResultWriter.write(set, to: &json)
        return json.bytes.bytes
    }

    /// The example without its values, and where they stood.
    private static func takenApart(_ line: [UInt8], _ values: borrowing ResultValues) -> ([UInt8], [MixingStep]) {
        var text: [UInt8] = []
        var steps: [MixingStep] = []
        var (start, at) = (0, 0)
        while at < line.count {
            let value = values.name(at: at, in: line.span)
            if value == .none {
                text.append(line[at])
                at += 1
            } else {
                steps.append(MixingStep(textBytes: Int32(text.count - start), value: Int32(value.rawValue)))
                start = text.count
                at += values[value].count
            }
        }
        steps.append(MixingStep(textBytes: Int32(text.count - start), value: Int32(ResultValues.Name.none.rawValue)))
        text += [UInt8](repeating: 0, count: ByteWriter.padding)
        return (text, steps)
    }
}

// MARK: Examples

/// What an example says.
private struct ExampleWords {
    let name: String
    let stop, trip, destination, vehicle: String
    let latitude, longitude: Double
    let seconds: Double
    let stopSequence: Int64

    /// Found again in the result: no value occurs in another, nor by chance in the text around; where it does all the same, in a
    /// region's name, the second example shows it.
    static let marked = ExampleWords(
        name: "q example z", stop: "1_qSTOPz", trip: "1_qTRIPz", destination: "1_qDESTINATIONz", vehicle: "1_qVEHICLEz",
        latitude: 61.803398875, longitude: -141.421356237, seconds: 1_234_567_890.125, stopSequence: 5_772_156_649)
    static let other = ExampleWords(
        name: "\"", stop: "20_a:b", trip: "3_@", destination: "~", vehicle: "%", latitude: -1, longitude: 0.5,
        seconds: 700_000_000, stopSequence: 0)
}

extension LinkSet {
    /// The same for a request that has the same parts and says `words`; nil where those are not valid.
    fileprivate func example(_ words: ExampleWords) -> LinkSet? {
        do {
            let request = try ShareRequest(
                id: request.id == nil ? nil : "r" + words.name, stop: exampleStop(words), trip: exampleTrip(words))
            return LinkSet(request, in: region, app: app, selection: selection, walking: vendors)
        } catch {
            return nil
        }
    }

    private func exampleStop(_ words: ExampleWords) throws -> SharedStop {
        var stop = SharedStop(id: try StopID(words.stop))
        if request.stop.name != nil { stop.name = "n" + words.name }
        if request.stop.coordinate != nil {
            stop.coordinate = try Coordinate(latitude: words.latitude, longitude: words.longitude)
        }
        return stop
    }

    private func exampleTrip(_ words: ExampleWords) throws -> SharedTrip? {
        guard let trip = request.trip else { return nil }
        var example = SharedTrip(
            id: try TripID(words.trip), serviceDate: try ServiceDate(epochSeconds: words.seconds),
            stopSequence: words.stopSequence)
        if trip.hasTitle { example.route = "t" + words.name }
        if trip.vehicleID != nil { example.vehicleID = try VehicleID(words.vehicle) }
        if trip.destinationStopID != nil { example.destinationStopID = try StopID(words.destination) }
        return example
    }
}
