import Foundation
import PlayheadCore
import Synchronization

/// An item to play, in the form that a session uses. Thread-safe.
final class SessionItem: Sendable {
    /// The names of the properties of the asset that are loaded before the item is ready.
    let automaticallyLoadedAssetKeys: [String]
    /// The item of the session's owner.
    let owner: (any AnyObject & Sendable)?
    private let current: Mutex<(entry: PlaylistEntry, asset: AssetRecord)>

    /// Creates an item. `asset` is the source that plays or would be played.
    init(_ entry: PlaylistEntry, asset: AssetRecord, automaticallyLoadedAssetKeys: [String], owner: any AnyObject & Sendable) {
        self.automaticallyLoadedAssetKeys = automaticallyLoadedAssetKeys
        self.owner = owner
        current = Mutex((entry, asset))
    }

    init(_ entry: PlaylistEntry) {
        let source = entry.sourcesByPreference.first
        automaticallyLoadedAssetKeys = []
        owner = nil
        let asset = AssetRecord(url: source?.url ?? URL(fileURLWithPath: "/"), options: source?.assetOptions ?? AssetOptions())
        current = Mutex((entry, asset))
    }

    /// The source that plays or would be played; if a source can't be opened, the next one replaces it.
    var asset: AssetRecord {
        get { current.withLock { $0.asset } }
        set { current.withLock { $0.asset = newValue } }
    }

    /// The description of the item in a playlist. The sources never change.
    var entry: PlaylistEntry {
        get { current.withLock { $0.entry } }
        set { current.withLock { $0.entry = newValue } }
    }

    /// The description of the item in events.
    var description: ItemDescription { entry.itemDescription(playing: asset.url) }
}
