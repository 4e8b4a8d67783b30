// RequestTargets: a request file, a line of one, an x-callback-url. Whatever comes in, the answer is one line of JSON that reads
// back, the same each time, or the word that the request isn't whole.

import StrictJSON
import TransitLinks

private func read(_ path: String) -> [UInt8] {
    guard let bytes = try? Seed.bytes(path) else { fatalError("no \(path); run from the root of the checkout") }
    return bytes
}

let settings: LinkSettings = {
    guard let directory = try? RegionDirectory(decoding: read("Config/regions.json")),
        let app = try? AppProfile(decoding: read("Config/apps/onebusaway.json"), source: "onebusaway.json")
    else { fatalError("the built-in files don't read") }
    return LinkSettings(directory: directory, currentRegion: .id(RegionID(rawValue: 1)), app: app)
}()

/// One zone, so that dates are met without a file system.
let timeZones = TimeZoneDatabase { name throws(TimeZoneError) in
    guard name.text == "America/Los_Angeles", let bytes = try? Seed.bytes("/usr/share/zoneinfo/America/Los_Angeles") else {
        throw .unknown(name)
    }
    return bytes
}

private func answerer() -> RequestAnswerer {
    RequestAnswerer(settings: settings, limits: RequestLimits(), timeZones: timeZones)
}

private func check(_ answer: Answer, _ line: [UInt8], again: (answer: Answer, line: [UInt8])) {
    expect(answer == again.answer && line == again.line, "one request, two answers")
    switch answer {
    case .unfinished: expect(line.isEmpty, "an answer to what isn't whole")
    case .fault(let reason): fatalError("the system failed: \(reason)")
    case .links, .refused:
        expect(line.last == 0x0A && !line.dropLast().contains(0x0A), "the answer is no line")
        var reader = JSONReader()
        expect((try? reader.read(line.span, rules: JSONRules(depth: 32))) != nil, "the answer isn't JSON")
    }
}

extension FuzzTarget {
    /// Whatever is taken for a template gives links that are JSON strings as they stand.
    static let linkTemplate = FuzzTarget(name: "link-template") { bytes in
        do throws(LinkTemplateError) {
            let own = OwnLink(name: "x", template: try LinkTemplate(String(decoding: bytes, as: UTF8.self)), label: "x")
            guard let region = settings.directory[RegionID(rawValue: 1)], let id = try? StopID("1_\"") else { return }
            let links = CompiledLinks(region: region, app: settings.app, selection: .own, operatorLinks: OperatorLinks(own: [own]))
            let text = LinkSet(ShareRequest(stop: SharedStop(id: id)), links).text("own.x") ?? ""
            expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }, "a link that is no URL")
        } catch {
            expect((1...max(1, bytes.count + 1)).contains(error.position), "refused at a byte that isn't there")
        }
    }

    static let request = FuzzTarget(name: "request") { bytes in
        var first = answerer()
        var second = answerer()
        let (answer, line) = first.answer(bytes.span)
        check(answer, line, again: second.answer(bytes.span))
    }

    static let requestLine = FuzzTarget(name: "request-line") { bytes in
        var first = answerer()
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let answer = first.answer(line: Array(line).span, number: index + 1)
            let output = first.takeOutput()
            var second = answerer()
            let again = second.answer(line: Array(line).span, number: index + 1)
            expect(answer != .unfinished, "a line is whole or refused")
            check(answer, output, again: (again, second.takeOutput()))
        }
    }

    static let callbackURL = FuzzTarget(name: "callback-url") { bytes in
        var first = answerer()
        var second = answerer()
        let (answer, line) = first.answer(callbackURL: bytes.span)
        check(answer, line, again: second.answer(callbackURL: bytes.span))
        guard let text = String(validating: bytes, as: UTF8.self), let url = try? CallbackURL(text) else { return }
        let written = CallbackURL.text(scheme: url.scheme, action: url.action, url.parameters)
        expect((try? CallbackURL(written))??.parameters == url.parameters, "parameters don't read back: \(written)")
    }

    static let callbackTarget = FuzzTarget(name: "callback-target") { bytes in
        guard let text = String(validating: bytes, as: UTF8.self), let target = try? CallbackTarget(text) else { return }
        expect(target.appending([]) == text, "nothing to append changes the URL")
        let longer = target.appending([CallbackParameter("errorCode", "1"), CallbackParameter("a&b", "c#d")])
        expect((try? CallbackTarget(longer)) != nil, "what was appended to is no target any more")
        let pieces = longer.utf8.split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false)
        expect(pieces.first?.count(where: { $0 == UInt8(ascii: "?") }) ?? 0 >= 1, "no query: \(longer)")
    }
}
