import Dispatch
import Foundation

/// Posts messages as notifications, and observes the notifications of others.
@MainActor
final class OverlayNotifications {
    /// A notification that was posted by another object than an overlay.
    struct Posted: Sendable {
        var name: OverlayMessageName
        var content: Result<OverlayMessage, MessageFault>
        /// The posting object, if it is set.
        var object: ObjectIdentifier?
    }

    private let center: NotificationCenter
    private var observers: [any NSObjectProtocol] = []

    /// Observes notifications for the app and the player from any object except overlays, in order.
    init(_ center: NotificationCenter, handler: @escaping @MainActor (Posted) -> Void) {
        self.center = center
        _ = MainQueue.mark
        for name in OverlayMessageName.allCases {
            guard let source = name.definition?.source, source == .app || source == .player else { continue }
            observers.append(
                center.addObserver(forName: OverlayNotificationKeys.notification(of: name), object: nil, queue: nil) { notification in
                    // Notifications of overlays are not inputs.
                    guard !(notification.object is Overlay) else { return }
                    let object = (notification.object as AnyObject?).map { ObjectIdentifier($0) }
                    let posted = Posted(name: name, content: Self.message(name, notification.userInfo ?? [:]), object: object)
                    MainQueue.run { handler(posted) }
                })
        }
    }

    isolated deinit { for observer in observers { center.removeObserver(observer) } }

    /// Posts a message.
    func post(_ message: OverlayMessage, from overlay: Overlay) {
        center.post(name: OverlayNotificationKeys.notification(of: message.name), object: overlay, userInfo: message.userInfo)
    }

    /// Decodes the message of a notification.
    nonisolated static func message(_ name: OverlayMessageName, _ userInfo: [AnyHashable: Any]) -> Result<OverlayMessage, MessageFault> {
        Result { () throws(MessageFault) in
            guard let definition = name.definition else { throw MessageFault.unknownEvent(name.rawValue) }
            var values = AttributeValues()
            for attribute in definition.attributes {
                guard let value = userInfo[attribute.key] else { continue }
                values[attribute.key] = try attribute.type.value(of: value, key: attribute.key)
            }
            return try definition.message(values)
        }
    }
}

extension OverlayMessage {
    /// The `userInfo` of the notification, with the keys of ``OverlayNotificationKeys``.
    public var userInfo: [String: Any] { values.values.mapValues(\.userInfoValue) }
}

/// Runs work on the main actor: at once if the caller is on it.
private enum MainQueue {
    private static let key = DispatchSpecificKey<Void>()

    /// The mark of the main queue, set once.
    static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: ())

    static func run(_ work: @escaping @Sendable @MainActor () -> Void) {
        if DispatchQueue.getSpecific(key: key) != nil {
            MainActor.assumeIsolated(work)
        } else {
            DispatchQueue.main.async(execute: work)
        }
    }
}
