import PlayheadCore

/// Changes of the list while an item plays.
extension Player {
    /// Replaces the list around the current item, whose playback continues, with onPlaylist.
    ///
    /// A list without the current item is refused with onWarning, as is any list while another item is about to open, also in the callbacks
    /// before its onPlaylistItem.
    /// - Parameter list: The list, with the current item in it.
    public func arrange(_ list: [PlayerItem]) {
        let index = list.firstIndex { $0 === currentItem } ?? list.count
        let items = list.map(\.sessionItem)
        session.assumeIsolated { $0.arrange(items, current: index) }
    }

    /// Changes the title, the description and the picture of an item of ``items``, with onItemMetadata; also while the item plays. Views and
    /// lock screens follow, the latter also with changes of ``PlayerItem/nowPlaying`` before the call.
    ///
    /// An item that is not in the list is refused with onWarning, as is any item while another list is about to open. Nothing
    /// happens if the metadata is the same as before.
    public func setMetadata(_ metadata: ItemMetadata, of item: PlayerItem) {
        session.assumeIsolated { session in
            let index = session.facts.items.firstIndex { $0.owner === item }
            session.setMetadata(metadata, ofItem: index ?? session.facts.items.count)
        }
    }

    /// The repetition of the list, from the next end of an item on. Kept across lists; ``PlayerConfiguration/Playlist/repeats`` by default.
    public var repeatMode: RepeatMode {
        get { machine.repeatMode }
        set { submit(.setRepeatMode(newValue)) }
    }

    /// Whether the items are in a random order, after the current one. The original order returns with false. False by default, and for
    /// each loaded list.
    public var isShuffled: Bool {
        get { orderBeforeShuffle != nil }
        set {
            guard newValue != isShuffled else { return }
            guard newValue else {
                let order = orderBeforeShuffle ?? []
                let (known, present) = (Set(order), Set(items))
                let list = order.filter(present.contains) + items.filter { !known.contains($0) }
                if acceptsArrangement(list) { orderBeforeShuffle = nil }
                return arrange(list)
            }
            guard let currentItem else { return }
            let list = [currentItem] + items.filter { $0 !== currentItem }.shuffled()
            if acceptsArrangement(list) { orderBeforeShuffle = items }
            arrange(list)
        }
    }

    /// Whether ``arrange(_:)`` accepts a list.
    private func acceptsArrangement(_ list: [PlayerItem]) -> Bool {
        list.contains { $0 === currentItem } && session.assumeIsolated { $0.core.acceptsArrangement }
    }
}
