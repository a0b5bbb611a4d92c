import Foundation
import PlayheadCore

/// Conversion to Foundation: `error as NSError` has domain, code and user info, `error.localizedDescription` is ``PlaybackError/message``.
///
/// The texts contain no user names, passwords or secret query values. The user info holds the description, the reason and the recovery
/// suggestion, and if known the URL (`NSURLErrorKey`, `NSURLErrorFailingURLErrorKey`) and the cause (`NSUnderlyingErrorKey`).
extension PlaybackError: LocalizedError, CustomNSError {
    /// The domain of the codes, as in ``ErrorLogEntry/errorDomain``: `Playhead`.
    public static var errorDomain: String { "Playhead" }

    /// The stable code; the same as ``code``.
    public var errorCode: Int { code }

    /// The message; the same as ``message``.
    public var errorDescription: String? { message }

    /// The cause: the report of the layer below, or else the meaning of the kind.
    public var failureReason: String? { underlying.map { Secrets.blanked($0) } ?? kind.reason }

    /// The recommended action.
    public var recoverySuggestion: String? { kind.recovery }

    /// The user info of the `NSError`.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [
            NSLocalizedDescriptionKey: message, NSLocalizedFailureReasonErrorKey: failureReason ?? kind.reason,
            NSLocalizedRecoverySuggestionErrorKey: kind.recovery,
        ]
        if let url = url.flatMap({ URL(string: Secrets.blanked($0)) }) {
            info[NSURLErrorKey] = url
            info[NSURLErrorFailingURLErrorKey] = url
        }
        if let cause { info[NSUnderlyingErrorKey] = cause }
        return info
    }

    /// The underlying error: the status of a server in the domain `HTTP`, or the report of another layer in `Playhead`; `nil` if unknown.
    private var cause: NSError? {
        let text = underlying.map { Secrets.blanked($0) }
        guard let status = kind.status else {
            return text.map { NSError(domain: Self.errorDomain, code: code, userInfo: [NSLocalizedDescriptionKey: $0]) }
        }
        return NSError(domain: "HTTP", code: status, userInfo: [NSLocalizedDescriptionKey: text ?? kind.reason])
    }
}

/// Lets `value as? NSError` work in observers that receive the error as `Any`.
extension PlaybackError: _ObjectiveCBridgeable {
    /// Creates the `NSError`.
    public func _bridgeToObjectiveC() -> NSError { NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo) }

    /// Returns `nil`, because an `NSError` does not hold all fields of the error.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout PlaybackError?) { result = nil }

    /// Returns `nil`, because an `NSError` does not hold all fields of the error.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout PlaybackError?) -> Bool { false }

    /// Returns an error of unknown cause; Swift calls this function for Objective-C only.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> PlaybackError {
        PlaybackError(.commandRefused, underlying: source?.localizedDescription)
    }
}
