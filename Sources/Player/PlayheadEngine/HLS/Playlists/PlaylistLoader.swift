import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadTransport

/// Fetches and parses playlists.
struct PlaylistLoader: Sendable {
    let loader: any Loader
    let options: RequestOptions
    /// Receives the throughput of the playlists.
    var start: StartMeasurements?
    /// The parsed playlists that playbacks share; `nil` to parse all of them.
    var shared: SharedPlaylists?

    /// Returns the bytes of the playlist at `url`, and the URL after redirects.
    /// - Throws: `PlaybackError` in the manifest category.
    func bytes(at url: String, of object: LoadObject) async throws -> (bytes: [UInt8], url: String) {
        try await bytes(at: url, of: object) { _ in }
    }

    /// Returns the bytes of the manifest at `url`, and its response.
    /// - Throws: `PlaybackError` in the manifest category.
    func response(at url: String, of object: LoadObject) async throws -> (response: LoadResponse, bytes: [UInt8]) {
        try await response(at: url, of: object) { _ in }
    }

    /// Returns the bytes of a playlist that is requested periodically, so that the request is not retried. `heldFor` is the time in seconds
    /// for which the origin may delay its answer until there is a change, or `nil`.
    /// - Throws: `PlaybackError` in the manifest category.
    func reload(_ url: String, of object: LoadObject, heldFor: Double?) async throws -> (bytes: [UInt8], url: String) {
        try await bytes(at: url, of: object) { request in
            request.isRetried = false
            let network = 2.0
            if let heldFor { request.timeouts.head = heldFor + network }
        }
    }

    private func bytes(
        at url: String, of object: LoadObject, _ change: (inout LoadRequest) -> Void
    ) async throws -> (bytes: [UInt8], url: String) {
        let found = try await response(at: url, of: object, change)
        return (found.bytes, found.response.url.absoluteString)
    }

    private func response(
        at url: String, of object: LoadObject, _ change: (inout LoadRequest) -> Void
    ) async throws -> (response: LoadResponse, bytes: [UInt8]) {
        guard let location = URL(text: url), location.scheme != nil else { throw PlaybackError(.invalidURL, url: url) }
        do {
            var request = options.request(location, for: object)
            change(&request)
            let (response, bytes) = try await loader.loadWhole(request, upTo: LoadKind.manifest.maximumBytes)
            start?.add(response.arrival)
            return (response, bytes)
        } catch let error as LoadError {
            throw Self.manifestError(error, url: url)
        }
    }

    /// Returns the playlist at `url`.
    /// - Throws: `PlaybackError` in the manifest category.
    func playlist(at url: String, variables: [String: String]? = nil) async throws -> HLSPlaylist {
        let found = try await bytes(at: url, of: .multivariantPlaylist)
        return try parse(found.bytes, url: found.url, variables: variables)
    }

    /// Returns the media playlist at `url`.
    /// - Throws: `PlaybackError`; `.manifestLoop` if the URL has another multivariant playlist.
    func mediaPlaylist(at url: String, variables: [String: String]?) async throws -> MediaPlaylist {
        switch try await playlist(at: url, variables: variables) {
        case .media(let playlist): return playlist
        case .multivariant: throw PlaybackError(.manifestLoop, url: url)
        }
    }

    /// Parses the bytes of a playlist.
    func parse(_ bytes: [UInt8], url: String, variables: [String: String]? = nil) throws -> HLSPlaylist {
        do {
            if let shared { return try shared.playlist(bytes, url: url, variables: variables) }
            return try HLSPlaylist.parse(bytes, url: url, variables: variables)
        } catch {
            throw PlaybackError(.manifestInvalid, url: url, underlying: "\(error)")
        }
    }

    /// Loads and parses the media playlist at `url` as the first load of a playlist that may be reloaded.
    /// - Throws: `PlaybackError` in the manifest category; `.manifestLoop` if the URL has another multivariant playlist.
    func livePlaylist(at url: String, of content: MediaContent, variables: [String: String]?) async throws -> LivePlaylist {
        let found = try await bytes(at: url, of: .mediaPlaylist(content))
        do throws(LivePlaylistError) {
            if let shared { return try shared.live(found.bytes, url: found.url, variables: variables) }
            return try LivePlaylist(parsing: found.bytes, url: found.url, variables: variables)
        } catch .multivariant {
            throw PlaybackError(.manifestLoop, url: url)
        } catch {
            throw PlaybackError(.manifestInvalid, url: url, underlying: "\(error)")
        }
    }

    private static func manifestError(_ error: LoadError, url: String) -> PlaybackError {
        var result = PlaybackError(error).ofNetwork(as: .manifestUnreachable)
        if result.url == nil { result.url = url }
        return result
    }
}

/// A change of a feed.
enum FeedNews: Sendable {
    /// The playlist was reloaded.
    case updated(PlaylistUpdate)
    /// The playlist failed to reload.
    case failed(PlaybackError)
    /// The times of segments were corrected.
    case moved
}
