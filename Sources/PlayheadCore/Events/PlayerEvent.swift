/// One thing that happened in a player.
///
/// Each event of the catalogue is a struct of its own; every channel (delegate, notifications, async sequence, JSON) is fed from this one value.
public protocol PlayerEvent: Sendable {
    /// The event's name in the catalogue.
    static var name: EventName { get }
    /// Sequence number, times, position and state; filled in by the player when it tells the event.
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
