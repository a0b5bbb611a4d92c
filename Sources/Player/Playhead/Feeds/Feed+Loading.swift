import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

extension Feed {
    /// Loads and parses a list.
    /// - Parameters:
    ///   - url: The `http`, `https` or `file` URL of the list.
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
