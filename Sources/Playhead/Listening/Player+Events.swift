import Foundation
import PlayheadCore

extension Player {
    /// Adds a listener, which hears every event after the delegate and those added before; it is not kept alive.
    /// - Returns: Ends it when it goes.
    public func addListener(_ listener: any PlayerDelegate) -> ObservationToken { dispatcher.add(listener) }

    /// Calls `handler` on the main actor for every event, of whatever kind, after the listeners, as long as the returned token lives.
    public func onEvent(_ handler: @escaping @MainActor (any PlayerEvent) -> Void) -> ObservationToken { dispatcher.add(handler) }

    /// Calls `handler` on the main actor for every event that causes a notification, as long as the returned token lives.
    ///
    /// The event is a value, so that Swift 6 finds no data race, unlike with the dictionaries of NotificationCenter. It does not depend on
    /// ``PlayerConfiguration/postsNotifications``.
    /// - Parameters:
    ///   - name: A notification of a player, such as `playerAll`, or of its item, such as `didPlayToEndTime`.
    ///   - handler: Receives the events, on the main actor.
    public func onNotification(
        _ name: Notification.Name, _ handler: @escaping @MainActor (any PlayerEvent) -> Void
    ) -> ObservationToken {
        onEvent { if PlayerNotifications.isCaused(name, by: $0) { handler($0) } }
    }

    /// Every event from now on; each call gives a stream with a buffer of its own, without bound. It ends with the player.
    public var events: AsyncStream<any PlayerEvent> { events(buffering: .unbounded) }

    /// Every event from now on.
    /// - Parameter policy: How many untaken events are kept, and which.
    public func events(buffering policy: AsyncStream<any PlayerEvent>.Continuation.BufferingPolicy) -> AsyncStream<any PlayerEvent> {
        session.events(buffering: policy)
    }

    /// Every event of one kind from now on, such as `TimeEvent.self`.
    public func events<Event: PlayerEvent>(of type: Event.Type) -> AsyncCompactMapSequence<AsyncStream<any PlayerEvent>, Event> {
        events.compactMap { $0 as? Event }
    }
}
