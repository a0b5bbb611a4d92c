import PlayheadCore
import PlayheadEngine

extension Player {
    /// Returns a small picture of the current item for scrubbing: the key frame at or before a position.
    ///
    /// Thumbnails are loaded apart from playback: from the I-frame playlist of the stream, or without one from the segments of the lowest
    /// level; from the key frames of a file. Recent thumbnails are cached. One request is processed at a time and one may wait: a newer
    /// request replaces the waiting one, which throws `CancellationError`. Cancelling the task cancels the load.
    /// - Parameters:
    ///   - position: The position in seconds, as in ``position``, limited to the range of the stream.
    ///   - size: The maximum size in pixels; the picture keeps its aspect ratio and is never enlarged.
    /// - Returns: The picture; its time is a position, as of the completion of the picture.
    /// - Throws: `PlaybackError` if no item is open, or the picture is absent or failed to load; `CancellationError`.
    public func thumbnail(
        at position: Double, fitting size: PictureSize = PictureSize(width: 320, height: 180)
    ) async throws -> Thumbnail {
        guard position.isFinite else { throw PlaybackError(.invalidValue, underlying: "\(position) is not a valid position.") }
        let time = timeline.playbackTime(at: position)
        var thumbnail = try await session.thumbnail(atTime: time, fitting: size)
        thumbnail.time = timeline.position(at: thumbnail.time)
        return thumbnail
    }
}
