import Foundation

extension AudioSession {
    /// An interruption began or ended; posted on the main actor, `object` is the session. `userInfo` has ``interruptionTypeKey``, and at its end
    /// ``interruptionOptionKey``.
    public static let interruptionNotification = Notification.Name("AudioSessionInterruptionNotification")
    /// Sound comes from another device; posted on the main actor, `object` is the session. `userInfo` has ``routeChangeReasonKey``.
    public static let routeChangeNotification = Notification.Name("AudioSessionRouteChangeNotification")
    /// `"began"` or `"ended"`.
    public static let interruptionTypeKey = "AudioSessionInterruptionTypeKey"
    /// The bits of ``InterruptionOptions``, a `UInt`.
    public static let interruptionOptionKey = "AudioSessionInterruptionOptionKey"
    /// The raw value of ``RouteChangeReason``.
    public static let routeChangeReasonKey = "AudioSessionRouteChangeReasonKey"
}

extension AudioSession.Event {
    /// What NotificationCenter is told of it.
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
