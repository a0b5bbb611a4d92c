import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

extension Feed {
    /// Loads and parses a feed.
    /// - Parameters:
    ///   - url: The `http`, `https` or `file` URL of the feed.
    ///   - options: The options of the request.
    ///   - loader: Loads the feed; `nil` creates a loader.
    /// - Returns: The feed.
    /// - Throws: ``PlaybackError`` of the category of lists; `CancellationError`.
    public static func load(from url: URL, options: AssetOptions = AssetOptions(), loader: (any Loader)? = nil) async throws -> Feed {
        let own = loader == nil ? URLLoader() : nil
        let result: Result<Feed, any Error>
        do {
            let source: any Loader = loader ?? own.map { RetryingLoader($0, clock: SystemClock()) } ?? URLLoader()
            let (response, bytes) = try await source.loadWhole(options.requestOptions.request(url, for: .feed), upTo: limit)
            result = .success(try Feed(bytes, from: response.url))
        } catch let error as LoadError {
            result = .failure(Self.feedError(error, url))
        } catch {
            result = .failure(error)
        }
        await own?.shutdown()
        return try result.get()
    }

    private static func feedError(_ error: LoadError, _ url: URL) -> PlaybackError {
        var result = PlaybackError(error)
        if result.url == nil { result.url = url.withoutSecrets }
        switch result.kind {
        case .unreachable, .timeout, .connectionLost, .incomplete, .fileUnreadable:
            result.underlying = [result.message, result.underlying].compactMap { $0 }.joined(separator: " ")
            result.kind = .feedUnreachable
        default: break
        }
        return result
    }
}

extension Player {
    /// Loads a list in JSON or RSS and plays it; see ``Feed``. The current playback continues until the list is loaded.
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
