// Judgement: the words between the spool and the program. The spool moves requests and never looks inside one; what a
// request says, and how an answer or a reason is written, comes through RequestHandlers.

package import Posix

/// What the program says of a request's bytes.
package enum Judgement: Sendable, Hashable {
    /// It ends inside its object: more may come.
    case unfinished
    /// The system failed the program: nothing is decided, the request is looked at again later and holds up nobody.
    case postponed(String)
    /// The result.
    case answered([UInt8])
    /// The refusal for results/, the reason for failed/ and the codes for the journal.
    case refused(answer: [UInt8], reason: [UInt8], codes: [String])
}

/// The spool's own verdicts: what is wrong with a request before anyone has read it.
package enum SpoolRefusal: Sendable, Hashable {
    case badName(BadName)
    case otherSuffix
    case unreadable
    case notRegular(FileStatus.Kind)
    case severalLinks(UInt64)
    case unfinished
    case tooLarge(size: UInt64, limit: UInt64)
    case resultBlocked
    /// There was no room for a stream's answer, again and again.
    case answerTooLarge(SystemError)
    case crashesDaemon(times: UInt64)

    /// The code in reasons, answers and the journal.
    package var code: String {
        switch self {
        case .badName: "bad-name"
        case .otherSuffix: "unknown-suffix"
        case .unreadable: "unreadable"
        case .notRegular: "not-a-regular-file"
        case .severalLinks: "several-links"
        case .unfinished: "unfinished"
        case .tooLarge, .answerTooLarge: "too-large"
        case .resultBlocked: "result-blocked"
        case .crashesDaemon: "crashes-daemon"
        }
    }

    /// Whether results/ gets an answer too; if not, failed/ alone tells of it.
    package var isAnswered: Bool {
        switch self {
        case .severalLinks, .unfinished, .tooLarge, .answerTooLarge, .crashesDaemon: true
        case .badName, .otherSuffix, .unreadable, .notRegular, .resultBlocked: false
        }
    }
}

/// The program's part in the spool's work.
package struct RequestHandlers {
    /// Judges a whole `.json` or `.url`. It must give the same bytes for the same bytes, as a request may be done twice.
    package let judge: (_ name: FileName, _ kind: RequestKind, _ bytes: [UInt8]) -> Judgement
    /// Writes down the spool's own verdict on `name`, as the line for results/ and the text for failed/. The answer is used only
    /// where `isAnswered`.
    package let explain: (_ name: FileName, _ refusal: SpoolRefusal) -> (answer: [UInt8], reason: [UInt8])

    package init(
        judge: @escaping (FileName, RequestKind, [UInt8]) -> Judgement,
        explain: @escaping (FileName, SpoolRefusal) -> (answer: [UInt8], reason: [UInt8])
    ) {
        self.judge = judge
        self.explain = explain
    }
}

/// What became of a request, said once it is durable.
package struct Outcome: Sendable, Hashable {
    package enum Verdict: Sendable, Hashable {
        case answered
        /// The codes why, and the name in failed/.
        case refused(codes: [String], keptAs: FileName)
        /// A stream: `lines` of which `refused` were refused.
        case streamed(lines: Int, refused: Int)
    }
    package let name: FileName
    package let verdict: Verdict
}
