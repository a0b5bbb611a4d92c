import Foundation
import PlayheadCore

extension Player {
    /// Adds a listener, which receives every event after the delegate and the earlier listeners; not retained.
    /// - Returns: A token that removes the listener when it is released.
    public func addListener(_ listener: any PlayerDelegate) -> ObservationToken { dispatcher.add(listener) }

    /// Calls `handler` on the main actor for every event of any kind, after the listeners, until the returned token is released.
    public func onEvent(_ handler: @escaping @MainActor (any PlayerEvent) -> Void) -> ObservationToken { dispatcher.add(handler) }

    /// Calls `handler` on the main actor for every event that causes a notification, until the returned token is released.
    ///
    /// The event is a value, so that Swift 6 detects no data race, unlike with the dictionaries of NotificationCenter. Handlers are called
    /// regardless of ``PlayerConfiguration/postsNotifications``.
    /// - Parameters:
    ///   - name: A notification of a player, such as `playerAll`, or of its item, such as `didPlayToEndTime`.
    ///   - handler: Receives the events, on the main actor.
    /// - Returns: The token, whose release ends the calls.
    public func onNotification(
        _ name: Notification.Name, _ handler: @escaping @MainActor (any PlayerEvent) -> Void
    ) -> ObservationToken {
        onEvent { if PlayerNotifications.isCaused(name, by: $0) { handler($0) } }
    }

    /// Every event from now on; each call returns a stream with its own buffer. Ends with the player. A reader that is more than 65,536
    /// events behind, about two hours of playback, misses the oldest of them, as their `sequence` numbers show.
    public var events: AsyncStream<any PlayerEvent> { events(buffering: .bufferingNewest(EventStreams.limit)) }

    /// Returns every event from now on.
    /// - Parameter policy: The number of buffered events, and which ones are dropped.
    /// - Returns: An asynchronous sequence of the events.
    public func events(buffering policy: AsyncStream<any PlayerEvent>.Continuation.BufferingPolicy) -> AsyncStream<any PlayerEvent> {
        session.events(buffering: policy)
    }

    /// Returns every event of one type from now on, such as `TimeEvent.self`.
    public func events<Event: PlayerEvent>(of type: Event.Type) -> AsyncCompactMapSequence<AsyncStream<any PlayerEvent>, Event> {
        events.compactMap { $0 as? Event }
    }
}
