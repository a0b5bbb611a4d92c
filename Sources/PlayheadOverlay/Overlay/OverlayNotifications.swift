import Dispatch
import Foundation

/// Posts messages as notifications, and hears those that others post.
@MainActor
final class OverlayNotifications {
    /// What was posted by somebody else.
    struct Heard: Sendable {
        var name: OverlayMessageName
        var content: Result<OverlayMessage, MessageFault>
        /// The one who posted it, if it said so.
        var object: ObjectIdentifier?
    }

    private let center: NotificationCenter
    private var observers: [any NSObjectProtocol] = []

    /// Hears what is posted for the app and the player by anyone but an overlay, in order.
    init(_ center: NotificationCenter, hear: @escaping @MainActor (Heard) -> Void) {
        self.center = center
        _ = MainQueue.mark
        for name in OverlayMessageName.allCases {
            guard let source = name.definition?.source, source == .app || source == .player else { continue }
            observers.append(
                center.addObserver(forName: OverlayNotificationKeys.notification(of: name), object: nil, queue: nil) { notification in
                    // What the overlays post themselves is no news.
                    guard !(notification.object is Overlay) else { return }
                    let object = (notification.object as AnyObject?).map { ObjectIdentifier($0) }
                    let heard = Heard(name: name, content: Self.message(name, notification.userInfo ?? [:]), object: object)
                    MainQueue.run { hear(heard) }
                })
        }
    }

    isolated deinit { for observer in observers { center.removeObserver(observer) } }

    /// Posts a message.
    func post(_ message: OverlayMessage, from overlay: Overlay) {
        center.post(name: OverlayNotificationKeys.notification(of: message.name), object: overlay, userInfo: message.userInfo)
    }

    /// The message of a notification.
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
    /// What its notification carries, under the keys of ``OverlayNotificationKeys``.
    public var userInfo: [String: Any] { values.values.mapValues(\.userInfoValue) }
}

/// Runs what has to run on the main actor: at once where that is where we are.
private enum MainQueue {
    private static let key = DispatchSpecificKey<Void>()

    /// Set once, so that the main queue can be told apart.
    static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: ())

    static func run(_ work: @escaping @Sendable @MainActor () -> Void) {
        if DispatchQueue.getSpecific(key: key) != nil {
            MainActor.assumeIsolated(work)
        } else {
            DispatchQueue.main.async(execute: work)
        }
    }
}
