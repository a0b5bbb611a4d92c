/// The reason for which a message is invalid or refused.
enum MessageFault: Error, Sendable, Hashable {
    case tooLarge(bytes: Int, maximum: Int)
    case malformed(String)
    case noEnvelope
    case unknownField(String)
    case noEvent
    case unknownEvent(String)
    case wrongSource(String)
    case wrongNonce
    case missing(String)
    case unknownAttribute(String)
    case wrongType(String, expected: String)
    case outOfRange(String, expected: String)
    case notPermitted(OverlayPermission)
    case paused(String)
    case tooFast

    /// The description for users; text of the page is truncated.
    var reason: String {
        switch self {
        case .tooLarge(let bytes, let maximum): "it has \(bytes) bytes, and at most \(maximum) are allowed."
        case .malformed(let what): "it is not valid JSON: \(what)."
        case .noEnvelope: "it is not an object with an event."
        case .unknownField(let field): "'\(Self.short(field))' is not a field of a message."
        case .noEvent: "it has no event name."
        case .unknownEvent(let name): "'\(Self.short(name))' is not an event."
        case .wrongSource(let name): "'\(name)' is not sent by pages."
        case .wrongNonce: "it is from a page that is not loaded any more."
        case .missing(let key): "'\(key)' is missing."
        case .unknownAttribute(let key): "'\(Self.short(key))' is not one of its attributes."
        case .wrongType(let key, let expected): "'\(key)' must be \(expected)."
        case .outOfRange(let key, let expected): "'\(key)' must be \(expected)."
        case .notPermitted(let permission): "'\(permission.rawValue)' is not granted."
        case .paused(let name): "'\(name)' has no effect while the overlay is paused."
        case .tooFast: "it arrived too soon after others."
        }
    }

    /// The warning for the fault.
    var warning: OverlayError {
        switch self {
        case .notPermitted: OverlayError(.notPermitted, .warning, reason)
        case .tooFast: OverlayError(.tooFast, .warning, reason)
        default: OverlayError(.messageRefused, .warning, reason)
        }
    }

    private static func short(_ text: String) -> String {
        let length = 40
        let kept = text.prefix(length).filter { !$0.isNewline }
        return text.count > length ? kept + "…" : String(kept)
    }
}
