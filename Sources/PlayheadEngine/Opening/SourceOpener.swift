import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

/// Detects the kind of media at a URL and creates the source for it.
struct SourceOpener: Sendable {
    let loader: any Loader
    let options: RequestOptions
    let clock: any PlaybackClock
    let preferences: SourcePreferences
    /// The media type that overrides the type in the response.
    var mimeType: String?
    /// Whether a file without an exact duration is read to its end during opening.
    var prefersPreciseDuration = false
    /// Receives the timed metadata of the source.
    var metadata: MetadataTracker?
    /// The parsed playlists that playbacks share; `nil` to parse all of them.
    var playlists: SharedPlaylists?
    /// Receives the first picture while the source is still being opened; `nil` to ignore it.
    var onFirstPicture: FirstPictureHandler?

    /// Returns a source for `url`, which is not opened yet.
    /// - Throws: `PlaybackError`.
    func source(for url: URL, store: PacketStore, report: @escaping @Sendable (EngineReport) -> Void) async throws -> any MediaSource {
        let name = Self.withoutCredentials(url)
        do {
            let isPlaylist = mimeType.map { Self.isPlaylistType($0) }
            if isPlaylist ?? Self.looksLikePlaylist(url.path) { return try await playlistSource(url, store, report) }
            if url.isFileURL {
                let file = try FileByteSource(path: url.path)
                if isPlaylist == nil, Self.isPlaylist(file) { return try await playlistSource(url, store, report) }
                return progressiveSource(file, name, store, report)
            }
            let bytes = try await HTTPByteSource(url: url, loader: loader, options: options, clock: clock)
            if isPlaylist == nil, Self.isPlaylistType(bytes.contentType) || Self.isPlaylistPath(bytes.finalURL) {
                bytes.cancel()
                return try await playlistSource(url, store, report)
            }
            guard bytes.size != 0 else { throw PlaybackError(.emptyMedia, url: name) }
            return progressiveSource(bytes, name, store, report)
        } catch {
            throw PlaybackError(cause: error, otherwise: .unsupportedFormat, url: name)
        }
    }

    private func progressiveSource(
        _ bytes: any ByteSource, _ name: String, _ store: PacketStore, _ report: @escaping @Sendable (EngineReport) -> Void
    ) -> ProgressiveSource {
        ProgressiveSource(
            bytes: bytes, url: name, store: store, metadata: metadata, prefersPreciseDuration: prefersPreciseDuration,
            onFirstPicture: onFirstPicture, report: report)
    }

    private func playlistSource(
        _ url: URL, _ store: PacketStore, _ report: @escaping @Sendable (EngineReport) -> Void
    ) async throws -> any MediaSource {
        let start = StartMeasurements()
        let playlist = try await PlaylistLoader(loader: loader, options: options, start: start, shared: playlists)
            .playlist(at: url.absoluteString)
        let name = Self.withoutCredentials(url)
        let resources = SegmentResources(loader: loader, options: options, clock: clock, start: start)
        let timeline = PresentationTimeline()
        let presentation = HLSPresentation(
            url: name, playlist: playlist, resources: resources, timeline: timeline, latency: preferences.liveLatency, metadata: metadata,
            shared: playlists, report: report)
        return SegmentedSource(
            url: name, presentation: presentation, resources: resources, timeline: timeline, store: store, preferences: preferences,
            metadata: metadata, onFirstPicture: onFirstPicture, report: report)
    }

    private static func looksLikePlaylist(_ path: String) -> Bool {
        let lower = path.lowercased()
        return lower.hasSuffix(".m3u8") || lower.hasSuffix(".m3u")
    }

    private static func isPlaylistPath(_ url: URL) -> Bool { looksLikePlaylist(url.path) }

    /// Whether `type` is a media type of playlists (RFC 8216bis §4).
    private static func isPlaylistType(_ type: String?) -> Bool {
        let type = type?.lowercased()
        return ["application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl"].contains(type)
    }

    private static func isPlaylist(_ file: FileByteSource) -> Bool {
        var head = [UInt8](repeating: 0, count: 10)
        guard let count = try? head.withUnsafeMutableBytes({ try file.read(into: $0) }) else { return false }
        try? file.seek(to: 0)
        let bytes = head.prefix(count)
        let mark = Array("#EXTM3U".utf8)
        return bytes.starts(with: mark) || bytes.starts(with: [0xEF, 0xBB, 0xBF] + mark)
    }

    /// The text of the URL without credentials, for errors.
    static func withoutCredentials(_ url: URL) -> String { url.withoutCredentials }
}
