import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

extension Feed {
    /// Fetches a feed and reads it.
    /// - Parameters:
    ///   - url: `http`, `https` or `file`.
    ///   - options: How it is fetched.
    ///   - loader: Fetches it; `nil` makes one for it.
    /// - Throws: ``PlaybackError`` of the category of lists; `CancellationError`.
    public static func load(from url: URL, options: AssetOptions = AssetOptions(), loader: (any Loader)? = nil) async throws -> Feed {
        let own = loader == nil ? URLLoader() : nil
        let result: Result<Feed, any Error>
        do {
            let source: any Loader = loader ?? own.map { RetryingLoader($0, clock: SystemClock()) } ?? URLLoader()
            let (response, bytes) = try await source.loadWhole(options.requestOptions.request(url, kind: .feed), upTo: limit)
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
    /// Fetches a list that is published as JSON or RSS and loads it; see ``Feed``. What plays goes on until it is there.
    ///
    /// Where it can't be had, that is told as onWarning and thrown, and nothing changes. Another load or a release that comes before it is there
    /// takes its place: then nothing of it is loaded, and it throws `CancellationError`.
    /// - Parameters:
    ///   - url: `http`, `https` or `file`.
    ///   - options: How the feed is fetched, over the configuration's. Its items have their own, or the configuration's.
    ///   - index: The item to begin with, from 0.
    /// - Returns: The items that were loaded.
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
