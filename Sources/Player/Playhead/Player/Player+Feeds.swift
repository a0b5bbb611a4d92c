import Foundation
import PlayheadCore
import PlayheadTransport

extension Player {
    /// Loads the list again, with the entries of a list in place of one of its items.
    func replaceItem(at index: Int, by entries: [PlaylistEntry]) {
        guard items.indices.contains(index) else { return }
        let order = orderBeforeShuffle
        load(Array(items[..<index]) + entries.map { PlayerItem($0) } + items[(index + 1)...], startingAt: index)
        orderBeforeShuffle = order
    }

    /// Loads a list in JSON, RSS, M3U, PLS or XSPF and plays it; see ``Feed``. The current playback continues until the list is loaded.
    ///
    /// If the list fails to load, the error is reported with onWarning and thrown, and the player does not change. A later load or release
    /// supersedes the call, which then throws `CancellationError`.
    /// - Parameters:
    ///   - url: The `http`, `https` or `file` URL of the feed.
    ///   - options: The options of the request, merged with the configuration's. The items have their own, or the configuration's.
    ///   - index: The index of the first item to play, from 0.
    /// - Returns: The loaded items.
    /// - Throws: ``PlaybackError``; `CancellationError`.
    @discardableResult
    public func load(feed url: URL, options: AssetOptions = AssetOptions(), startingAt index: Int = 0) async throws -> [PlayerItem] {
        loads += 1
        let load = loads
        do {
            let options = options.over(configuration.network.assetOptions)
            let loader = await session.loader(for: url, options)
            let feed = try await Feed.load(from: url, options: options, loader: loader)
            guard load == loads else { throw CancellationError() }
            let list = feed.entries.map { PlayerItem($0) }
            self.load(list, startingAt: index)
            return list
        } catch let error as PlaybackError {
            guard load == loads else { throw CancellationError() }
            submit(.loadFailed(error))
            throw error
        }
    }
}
