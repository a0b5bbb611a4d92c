import Foundation
import PlayheadCore

extension PlaybackSession {
    /// The maximum number of lists in one another: a list may contain itself.
    private static let maximumListDepth = 4

    /// Replaces the list around the current item, whose playback continues; refused with onWarning while another item is about to open.
    /// - Parameters:
    ///   - list: The list.
    ///   - index: The index of the current item in it.
    func arrange(_ list: [SessionItem], current index: Int) {
        // Items that stay keep their state.
        let known = Dictionary(
            facts.items.compactMap { item in item.owner.map { (ObjectIdentifier($0), item) } }, uniquingKeysWith: { first, _ in first })
        let list = list.map { item in item.owner.flatMap { known[ObjectIdentifier($0)] } ?? item }
        submit(core.arrange(list, at: index))
    }

    /// Changes the title, the description and the picture of an item, with onItemMetadata; also while the item plays.
    ///
    /// An index outside the list is refused with onWarning. Nothing happens if the metadata is the same as before.
    /// - Parameters:
    ///   - metadata: The metadata.
    ///   - index: The index of the item in ``items``.
    public func setMetadata(_ metadata: ItemMetadata, ofItem index: Int) {
        guard facts.items.indices.contains(index) else { return submit(.describe(item: index, ItemDescription(url: ""))) }
        let item = facts.items[index]
        guard item.entry.metadata != metadata else { return }
        var entry = item.entry
        entry.metadata = metadata
        core.describedEntry = entry
        submit(.describe(item: index, entry.itemDescription(playing: item.asset.url)))
        core.describedEntry = nil
    }

    /// Reads an item that is a list, in order to replace it by its items.
    /// - Returns: Whether the list is read; false for lists that are nested too deeply.
    func readList(_ item: SessionItem, _ number: Int) -> Bool {
        guard item.entry.listDepth < Self.maximumListDepth, let source = item.entry.sources.first else { return false }
        let url = source.url.withoutDVRMark.url
        let options = item.entry.assetOptions(of: source, over: configuration.network.assetOptions)
        let loader = loader(for: url, options)
        Task { [weak self] in
            let result: Result<Feed, PlaybackError>
            do { result = .success(try await Feed.load(from: url, options: options, loader: loader)) } catch {
                let other = PlaybackError(.feedUnreachable, url: url.withoutSecrets, underlying: "\(error)")
                result = .failure(error as? PlaybackError ?? other)
            }
            await self?.replace(item, number, by: result)
        }
        return true
    }

    /// Replaces an item by the items of a list, or fails it. Has no effect if another playback was opened meanwhile.
    private func replace(_ item: SessionItem, _ number: Int, by result: Result<Feed, PlaybackError>) {
        guard core.machine.playback == number, core.machine.state == .opening, let index = facts.currentIndex,
            facts.items.indices.contains(index), facts.items[index] === item
        else { return }
        switch result {
        case .failure(let error):
            item.asset.settle(error)
            submit(.engine(playback: number, .failed(error)))
        case .success(let feed):
            let (plays, reason, target) = (core.machine.intendsToPlay, core.machine.playReason, core.machine.seekTarget)
            let entries = feed.entries(inPlaceOf: item.entry, limit: MediaFiles.maximum)
            if item.owner == nil {
                load(Array(facts.items[..<index]) + entries.map { SessionItem($0) } + facts.items[(index + 1)...], startingAt: index)
            } else {
                output(.listFound(entries, index: index))
            }
            // A load returns the intent and its reason to those of the configuration.
            if plays { submit(.play(reason)) } else if core.machine.intendsToPlay { submit(.pause(.external)) }
            // A seek that waits for the list is one in its first item.
            if let target { continueSeek(to: target) }
        }
    }
}

extension Feed {
    /// Returns the entries to play in place of an item that is this list. The only entry of a list has the texts of the item.
    fileprivate func entries(inPlaceOf item: PlaylistEntry, limit: Int) -> [PlaylistEntry] {
        entries.prefix(limit).map { entry in
            var entry = entry
            entry.listDepth = item.listDepth + 1
            entry.isDVR = entry.isDVR || item.isDVR
            guard entries.count == 1 else { return entry }
            entry.title = item.title ?? entry.title
            entry.description = item.description ?? entry.description
            entry.image = item.image ?? entry.image
            entry.mediaID = item.mediaID ?? entry.mediaID
            entry.tracks += item.tracks
            entry.startTime = item.startTime ?? entry.startTime
            entry.advertising = item.advertising ?? entry.advertising
            return entry
        }
    }
}
