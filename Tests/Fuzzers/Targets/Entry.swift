// Entry: what libFuzzer calls with each input. FUZZ_TARGET in the environment names the parser, or is `list`; a target may only return or
// trap, and a trap is a finding: it states what must hold for any bytes at all.

import Foundation

/// One parser of outside bytes, and what must hold of it.
struct FuzzTarget: Sendable {
    let name: String
    let run: @Sendable ([UInt8]) -> Void
}

private let targets: [FuzzTarget] = [
    .request, .requestLine, .callbackURL, .callbackTarget, .regions, .configuration, .appProfile, .link, .association, .activity,
    .propertyList, .timeZone, .json, .results, .linkTemplate, .csv, .stops, .feed, .zip, .page, .lines, .curlReport, .directoryRecord, .sign,
    .signTemplate, .logo, .spoolName, .crashPage, .manifest, .stopMemory,
]

private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    if name == "list" {
        print(targets.map(\.name).joined(separator: "\n"))
        fflush(nil)
        // What libFuzzer has to say at an end that it didn't expect is left out.
        _exit(0)
    }
    guard let target = targets.first(where: { $0.name == name }) else {
        fatalError("FUZZ_TARGET has to be one of \(targets.map(\.name).joined(separator: " "))")
    }
    return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Traps, with the sentence that doesn't hold.
func expect(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds { fatalError(sentence()) }
}
