import Foundation
import PlayheadCore
import Synchronization

/// An item to play, in the form that a session uses. Thread-safe.
final class SessionItem: Sendable {
    /// The description of the item in a playlist.
    let entry: PlaylistEntry
    /// The names of the properties of the asset that are loaded before the item is ready.
    let automaticallyLoadedAssetKeys: [String]
    /// The item of the session's owner.
    let owner: (any AnyObject & Sendable)?
    private let current: Mutex<AssetRecord>

    /// Creates an item. `asset` is the source that plays or would be played.
    init(_ entry: PlaylistEntry, asset: AssetRecord, automaticallyLoadedAssetKeys: [String], owner: any AnyObject & Sendable) {
        self.entry = entry
        self.automaticallyLoadedAssetKeys = automaticallyLoadedAssetKeys
        self.owner = owner
        current = Mutex(asset)
    }

    init(_ entry: PlaylistEntry) {
        let source = entry.sourcesByPreference.first
        self.entry = entry
        automaticallyLoadedAssetKeys = []
        owner = nil
        current = Mutex(AssetRecord(url: source?.url ?? URL(fileURLWithPath: "/"), options: source?.assetOptions ?? AssetOptions()))
    }

    /// The source that plays or would be played; if a source can't be opened, the next one replaces it.
    var asset: AssetRecord {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// The description of the item in events.
    var description: ItemDescription { entry.itemDescription(playing: asset.url) }
}
