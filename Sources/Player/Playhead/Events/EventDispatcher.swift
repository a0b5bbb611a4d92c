import Foundation
import PlayheadCore

/// Delivers each event to the delegate, listeners, closures and NotificationCenter, in this order. The session's async sequences follow.
///
/// A listener added inside a callback receives events from the next one on; one that is removed inside a callback receives no more events.
@MainActor
final class EventDispatcher {
    private final class Listener {
        weak var delegate: (any PlayerDelegate)?
        var isActive = true

        init(_ delegate: any PlayerDelegate) { self.delegate = delegate }
    }

    private final class Handler {
        let body: @MainActor (any PlayerEvent) -> Void
        var isActive = true

        init(_ body: @escaping @MainActor (any PlayerEvent) -> Void) { self.body = body }
    }

    private var listeners: [Listener] = []
    private var handlers: [Handler] = []

    func add(_ delegate: any PlayerDelegate) -> ObservationToken {
        let listener = Listener(delegate)
        listeners.append(listener)
        return ObservationToken { [weak self] in
            listener.isActive = false
            self?.listeners.removeAll { $0 === listener }
        }
    }

    func add(_ body: @escaping @MainActor (any PlayerEvent) -> Void) -> ObservationToken {
        let handler = Handler(body)
        handlers.append(handler)
        return ObservationToken { [weak self] in
            handler.isActive = false
            self?.handlers.removeAll { $0 === handler }
        }
    }

    /// Delivers an event on every channel except the async sequences.
    /// - Parameters:
    ///   - event: The event.
    ///   - delegate: The player's delegate.
    ///   - player: The object of the notifications.
    ///   - item: The current item, the object of the item's notifications.
    ///   - postsNotifications: Whether the event is posted to NotificationCenter as well.
    func dispatch(
        _ event: any PlayerEvent, to delegate: (any PlayerDelegate)?, from player: AnyObject, item: AnyObject?, postsNotifications: Bool
    ) {
        if let delegate { event.deliver(to: delegate) }
        notifyListeners(event)
        for handler in handlers where handler.isActive { handler.body(event) }
        guard postsNotifications else { return }
        PostingWatch.shared.post {
            PlayerNotifications.post(event, from: player)
            if let item { PlayerNotifications.post(event, of: item) }
        }
    }

    private func notifyListeners(_ event: any PlayerEvent) {
        var isOneGone = false
        for listener in listeners where listener.isActive {
            if let delegate = listener.delegate { event.deliver(to: delegate) } else { isOneGone = true }
        }
        if isOneGone { listeners.removeAll { $0.delegate == nil } }
    }
}
