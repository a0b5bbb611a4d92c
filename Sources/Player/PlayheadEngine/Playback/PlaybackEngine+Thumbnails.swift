import Foundation
import PlayheadCore

extension PlaybackEngine {
    /// Returns the key frame at or before `time` of the open media as a picture that fits into `size`.
    ///
    /// The key frame is loaded and decoded without disturbing the playback: one at a time, from the I-frame playlist that fits, or else
    /// from the lowest rung. If requests arrive faster than they can be served, the newest one wins.
    package func thumbnail(at time: Double, fitting size: PictureSize) async throws -> Thumbnail {
        guard let source, let media, !isClosed else { throw PlaybackError(.commandRefused, underlying: "Nothing is open.") }
        guard media.video != nil else { throw PlaybackError(.noDecodableTrack, url: SourceOpener.withoutCredentials(url)) }
        let maker = thumbnails ?? ThumbnailMaker(source: ThumbnailMaker.source(of: source, at: url, configuration))
        thumbnails = maker
        do {
            return try await maker.thumbnail(at: time, fitting: size)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw PlaybackError(cause: error, otherwise: .segmentInvalid, url: SourceOpener.withoutCredentials(url))
        }
    }
}
