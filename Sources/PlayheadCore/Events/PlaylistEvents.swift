/// A new list is loaded (not emitted for the initial one).
public struct PlaylistEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onPlaylist
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The items.
    public var playlist: [ItemDescription]

    /// Makes the event; the player fills in the context.
    public init(playlist: [ItemDescription]) {
        self.playlist = playlist
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["playlist": .array(playlist.map(\.eventValue))] }
    /// Calls ``PlayerDelegate/onPlaylist(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onPlaylist(self) }
}

/// An item becomes current, before it opens.
public struct PlaylistItemEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onPlaylistItem
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The item.
    public var item: ItemDescription
    /// The index of the item in the list, from 0.
    public var index: Int

    /// Makes the event; the player fills in the context.
    public init(item: ItemDescription, index: Int) {
        self.item = item
        self.index = index
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["item": item.eventValue, "index": .int(index)] }
    /// Calls ``PlayerDelegate/onPlaylistItem(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onPlaylistItem(self) }
}

/// The last item completed and nothing repeats.
public struct PlaylistCompleteEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onPlaylistComplete
    /// Sequence number, times, position and state.
    public var context = EventContext()

    /// Makes the event; the player fills in the context.
    public init() {}

    /// The payload under the catalogue's keys.
    public var fields: EventFields { [:] }
    /// Calls ``PlayerDelegate/onPlaylistComplete(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onPlaylistComplete(self) }
}
