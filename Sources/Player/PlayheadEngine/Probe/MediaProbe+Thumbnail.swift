import Foundation
import PlayheadCore

extension MediaProbe {
    /// Opens `url` and returns one picture, in the same way as the thumbnails of a player.
    /// - Parameters:
    ///   - url: The URL of the media.
    ///   - time: The seconds from the start; the key frame at or before this time is used.
    ///   - size: The size that the picture has to fit into, in pixels.
    /// - Returns: The picture.
    /// - Throws: `PlaybackError`.
    package func thumbnail(of url: URL, at time: Double, fitting size: PictureSize) async throws -> Thumbnail {
        let store = PacketStore {}
        let opener = SourceOpener(
            loader: configuration.loader, options: configuration.requestOptions.bound(to: url), clock: configuration.clock,
            preferences: SourcePreferences(level: configuration.initialLevel, limits: configuration.qualityLimits))
        let source = try await opener.source(for: url, store: store) { _ in }
        let thumbnails = ThumbnailMaker.source(of: source, at: url, configuration)
        let result: Swift.Result<Thumbnail, any Error>
        do {
            guard try await source.open(at: nil).video != nil else { throw PlaybackError(.noDecodableTrack) }
            result = .success(try await thumbnails.keyFrame(at: time, fitting: size).thumbnail)
        } catch {
            result = .failure(
                PlaybackError(cause: error, otherwise: .unsupportedFormat, url: SourceOpener.withoutCredentials(url)))
        }
        await thumbnails.close()
        await source.close()
        return try result.get()
    }
}
