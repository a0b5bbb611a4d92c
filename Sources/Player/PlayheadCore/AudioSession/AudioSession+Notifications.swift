import Foundation

extension AudioSession {
    /// Posted on the main actor when an interruption begins or ends; `object` is the session. `userInfo` has ``interruptionTypeKey``, and
    /// at the end ``interruptionOptionKey``.
    public static let interruptionNotification = Notification.Name("AudioSessionInterruptionNotification")
    /// Posted on the main actor when the device changes; `object` is the session. `userInfo` has ``routeChangeReasonKey``.
    public static let routeChangeNotification = Notification.Name("AudioSessionRouteChangeNotification")
    /// The key of the interruption's type, `"began"` or `"ended"`.
    public static let interruptionTypeKey = "AudioSessionInterruptionTypeKey"
    /// The key of the raw value of ``InterruptionOptions``, a `UInt`.
    public static let interruptionOptionKey = "AudioSessionInterruptionOptionKey"
    /// The key of the raw value of ``RouteChangeReason``.
    public static let routeChangeReasonKey = "AudioSessionRouteChangeReasonKey"
}

extension AudioSession.Event {
    /// The notification of the event; `nil` if there is none.
    var notification: (name: Notification.Name, info: [String: any Sendable])? {
        switch self {
        case .interruptionBegan: (AudioSession.interruptionNotification, [AudioSession.interruptionTypeKey: "began"])
        case .interruptionEnded(let options):
            (
                AudioSession.interruptionNotification,
                [AudioSession.interruptionTypeKey: "ended", AudioSession.interruptionOptionKey: options.rawValue]
            )
        case .routeChanged(let change):
            (AudioSession.routeChangeNotification, [AudioSession.routeChangeReasonKey: change.reason.rawValue])
        case .policyChanged, .activated, .deactivated: nil
        }
    }
}
