// LinkTargets: a link from outside, held against every receiver's model and looked through for mistakes.

import TransitLinks

private let checker = LinkChecker(app: settings.app, directory: settings.directory)
/// What a link of ours may look like.
let own = OwnLinks(apps: [settings.app], directory: settings.directory)

extension FuzzTarget {
    static let link = FuzzTarget(name: "link") { bytes in
        guard let url = String(validating: bytes, as: UTF8.self) else { return }
        let checked = checker.check(url)
        expect(checker.check(url).findings.count == checked.findings.count, "one link, two reports")
        for finding in checked.findings { expect(!finding.message.isEmpty, "a finding without a sentence") }
        _ = own.contains(url)
    }
}
