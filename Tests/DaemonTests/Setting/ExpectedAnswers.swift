// ExpectedAnswers: what the daemon has to answer, by the library that `transitlink make` runs too, with the configuration
// file of a test. The library's own right answers are held by vectors elsewhere.

import Foundation

@testable import Configuration
@testable import TransitLinks

struct ExpectedAnswers: ~Copyable {
    private var answerer: RequestAnswerer

    init(_ spool: TestSpool) throws {
        var options = CommonOptions()
        options.config = spool.configurationFile
        let loaded = try LoadedConfiguration(options)
        answerer = RequestAnswerer(settings: loaded.links, limits: loaded.configuration.limits, timeZones: loaded.timeZones)
    }

    /// The answer to a single request, and the text beside it in failed/ where it is refused.
    mutating func answer(_ name: String, _ request: String) -> (answer: String, reason: String?) {
        let (answer, line) = answerer.answer(Array(request.utf8).span)
        var reason: String?
        if case .refused(let errors) = answer {
            reason = String(decoding: ReasonFile(name: name, errors: errors).bytes, as: UTF8.self)
        }
        return (String(decoding: line, as: UTF8.self), reason)
    }

    /// The answers to the lines of a stream.
    mutating func answers(_ lines: [String]) -> String {
        for (index, line) in lines.enumerated() { _ = answerer.answer(line: Array(line.utf8).span, number: index + 1) }
        return String(decoding: answerer.takeOutput(), as: UTF8.self)
    }
}

/// Requests of all sorts, each different from the others and always the same for one number.
enum SampleRequest {
    static func text(_ number: Int) -> String {
        switch number % 7 {
        case 3: #"{"kind":"stop","id":"req-\#(number)","stop":{"id":"1_\#(number)","lat":91.2,"lon":-122.3}}"#
        case 5:
            #"{"kind":"trip","id":"req-\#(number)","stop":{"id":"1_\#(number)"},"trip":{"id":"1_694514730","serviceDate":"2026-03-30","timeZone":"America/Los_Angeles","stopSequence":\#(number % 40),"route":"545","headsign":"Seattle"}}"#
        case 6: #"{"kind":"stop","id":"req-\#(number)","stop":{"id":"1_\#(number)","name":"Ünïcode / \#(number)","long":1}}"#
        default:
            #"{"kind":"stop","id":"req-\#(number)","region":1,"stop":{"id":"1_\#(number)","name":"Stevens Way & Benton Ln","direction":"SE","lat":47.6543,"lon":-122.3054}}"#
        }
    }
    static func isRefused(_ number: Int) -> Bool { [3, 6].contains(number % 7) }

    static let good = text(1)
    /// Refused for its latitude.
    static let bad = text(3)
}
