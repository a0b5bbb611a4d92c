import Foundation
import PlayheadCore

/// The error in Foundation's terms: `error as NSError` has domain, code and user info, `error.localizedDescription` is ``PlaybackError/message``.
///
/// The texts contain no user names, passwords or secret query values. The user info holds the description, the reason and the recovery suggestion, and if
/// known the URL (`NSURLErrorKey`, `NSURLErrorFailingURLErrorKey`) and the cause (`NSUnderlyingErrorKey`).
extension PlaybackError: LocalizedError, CustomNSError {
    /// The domain of the codes, as in ``ErrorLogEntry/errorDomain``: `Playhead`.
    public static var errorDomain: String { "Playhead" }

    /// The stable code, as ``code``.
    public var errorCode: Int { code }

    /// The message, as ``message``.
    public var errorDescription: String? { message }

    /// The cause: what the layer below reported, or else what the kind means.
    public var failureReason: String? { underlying.map { Secrets.blanked($0) } ?? kind.reason }

    /// What can be done about it.
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

    /// The error below: the status of a server in the domain `HTTP`, or the report of another layer in `Playhead`. `nil` if neither is known.
    private var cause: NSError? {
        let text = underlying.map { Secrets.blanked($0) }
        guard let status = kind.status else {
            return text.map { NSError(domain: Self.errorDomain, code: code, userInfo: [NSLocalizedDescriptionKey: $0]) }
        }
        return NSError(domain: "HTTP", code: status, userInfo: [NSLocalizedDescriptionKey: text ?? kind.reason])
    }
}

/// Lets `value as? NSError` work where an observer gets the error as `Any`.
extension PlaybackError: _ObjectiveCBridgeable {
    /// Makes the `NSError`.
    public func _bridgeToObjectiveC() -> NSError { NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo) }

    /// Gives nothing: an `NSError` does not have all of the error.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout PlaybackError?) { result = nil }

    /// Gives nothing: an `NSError` does not have all of the error.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout PlaybackError?) -> Bool { false }

    /// Gives an error of unknown cause; Swift calls it for Objective-C only.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> PlaybackError {
        PlaybackError(.commandRefused, underlying: source?.localizedDescription)
    }
}
