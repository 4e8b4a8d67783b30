// SpoolVerdicts: the spool's own refusals in the words of results/ and failed/, each with how to mend it.

internal import LinkSpool
internal import Posix
internal import TransitLinks

extension SpoolRefusal {
    var requestError: RequestError {
        guard let code = RequestError.Code(rawValue: code) else {
            preconditionFailure("'\(code)' is missing from the table of codes")
        }
        return RequestError(code, field: "", message)
    }

    private var message: String {
        switch self {
        case .badName(let fault):
            "the file's name \(fault.rawValue); use at most 200 bytes of printable UTF-8 that end in .json, .ndjson or .url"
        case .otherSuffix: "the file's name ends in none of .json, .ndjson and .url; rename it"
        case .unreadable: "the daemon may not read the file; give its group the right (umask 027, or chmod g+r)"
        case .notRegular(let kind): "it is a \(kind.rawValue) and no regular file; write the request itself"
        case .severalLinks(let count): "the file has \(count) hard links; remove the others once it is in incoming/"
        case .unfinished:
            "it ended inside the request and stayed so; write all of it, best elsewhere, and rename it into place"
        case .tooLarge(let size, let limit): "\(size) bytes; at most \(limit)"
        case .answerTooLarge(let error):
            "there is no room for its answers (\(error.errno)); free some or split the file, then retry it"
        case .resultBlocked:
            "something that is no file has the answer's name in results/; remove it, then retry the request"
        case .crashesDaemon(let times):
            "the daemon ended \(times) times while it read this request; please report it with the file"
        }
    }
}
