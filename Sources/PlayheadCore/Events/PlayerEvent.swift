/// An event of a player.
///
/// Each event of the catalogue is a separate struct; every channel (delegate, notifications, async sequence, JSON) uses this value.
public protocol PlayerEvent: Sendable {
    /// The event's name in the catalogue.
    static var name: EventName { get }
    /// Sequence number, times, position and state; set by the player when it emits the event.
    var context: EventContext { get set }
    /// The payload under the catalogue's keys.
    var fields: EventFields { get }
    /// Calls the delegate's method for this event.
    @MainActor func deliver(to delegate: any PlayerDelegate)
}

extension PlayerEvent {
    /// The event's name in the catalogue.
    public var name: EventName { Self.name }
}
