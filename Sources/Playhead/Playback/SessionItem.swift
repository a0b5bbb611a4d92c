import Foundation
import PlayheadCore
import Synchronization

/// One thing to play, as a session knows it; from any thread.
final class SessionItem: Sendable {
    /// What a list says of it.
    let entry: PlaylistEntry
    /// The names of the properties of the asset that are loaded before the item is ready.
    let automaticallyLoadedAssetKeys: [String]
    /// The item of the session's owner.
    let owner: (any AnyObject & Sendable)?
    private let current: Mutex<AssetRecord>

    /// - Parameter asset: The source that is played, or would be.
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

    /// The source that is played, or would be: another takes its place where it can't be opened.
    var asset: AssetRecord {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// The item as events describe it.
    var description: ItemDescription { entry.itemDescription(playing: asset.url) }
}
