// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A new list is loaded (not emitted for the initial one).
public struct PlaylistEvent: PlayerEvent, Equatable {
    public static let name = EventName.onPlaylist
    public var context = EventContext()
    /// The items.
    public var playlist: [ItemDescription]

    public init(playlist: [ItemDescription]) {
        self.playlist = playlist
    }

    public var fields: EventFields { ["playlist": .array(playlist.map(\.eventValue))] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onPlaylist(self) }
}

/// An item becomes current, before it opens.
public struct PlaylistItemEvent: PlayerEvent, Equatable {
    public static let name = EventName.onPlaylistItem
    public var context = EventContext()
    /// The item.
    public var item: ItemDescription
    /// The index of the item in the list, from 0.
    public var index: Int

    public init(item: ItemDescription, index: Int) {
        self.item = item
        self.index = index
    }

    public var fields: EventFields { ["item": item.eventValue, "index": .int(index)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onPlaylistItem(self) }
}

/// The app changed the title, the description or the picture of an item of the list.
public struct ItemMetadataEvent: PlayerEvent, Equatable {
    public static let name = EventName.onItemMetadata
    public var context = EventContext()
    /// The item.
    public var item: ItemDescription
    /// The index of the item in the list, from 0.
    public var index: Int

    public init(item: ItemDescription, index: Int) {
        self.item = item
        self.index = index
    }

    public var fields: EventFields { ["item": item.eventValue, "index": .int(index)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onItemMetadata(self) }
}

/// The last item completed and nothing repeats.
public struct PlaylistCompleteEvent: PlayerEvent, Equatable {
    public static let name = EventName.onPlaylistComplete
    public var context = EventContext()

    public init() {}

    public var fields: EventFields { [:] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onPlaylistComplete(self) }
}
