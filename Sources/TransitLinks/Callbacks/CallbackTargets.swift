// CallbackTargets: what a caller left to be called: one URL for each way that a request can end. At most one of them is
// opened for a request.

/// How a request ended, as its caller is told.
public enum CallbackReply: Sendable, Hashable {
    /// With what was made, by name.
    case success([CallbackParameter])
    /// With a number and a sentence.
    case error(code: Int, message: String)
    /// Given up by the user: nothing is told.
    case cancel
}

public struct CallbackTargets: Sendable, Hashable {
    /// The calling app's name for people.
    public var source: String?
    public var success: CallbackTarget?
    public var error: CallbackTarget?
    public var cancel: CallbackTarget?

    public init(
        source: String? = nil, success: CallbackTarget? = nil, error: CallbackTarget? = nil,
        cancel: CallbackTarget? = nil
    ) {
        self.source = source
        self.success = success
        self.error = error
        self.cancel = cancel
    }

    /// The one URL to open, nil where the caller left none for this end, which is no error.
    public func url(for reply: CallbackReply) -> String? {
        switch reply {
        case .success(let parameters): success?.appending(parameters)
        case .error(let code, let message): error?.appending(error: code, message)
        case .cancel: cancel?.text
        }
    }
}

extension CallbackTarget {
    /// As an `x-error`: with `errorCode` and `errorMessage`.
    func appending(error code: Int, _ message: String) -> String {
        appending([CallbackParameter("errorCode", "\(code)"), CallbackParameter("errorMessage", message)])
    }
}
