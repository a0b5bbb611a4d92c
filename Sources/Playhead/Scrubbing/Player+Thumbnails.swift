import PlayheadCore
import PlayheadEngine

extension Player {
    /// A small picture of the current item, to show while the viewer scrubs: the key frame at or before a position.
    ///
    /// It is loaded beside the playback, which goes on undisturbed: from the stream's I-frame playlist, or where it has none, from the segments of the
    /// lowest level; of a file from its key frames. What was made lately is kept. One is worked on at a time and one may wait: a newer request takes
    /// its place, which then ends with `CancellationError`. Cancelling the task ends the loading.
    /// - Parameters:
    ///   - position: Seconds, counted as in ``position``; outside of the stream its nearest end is meant.
    ///   - size: What the picture has to fit into, in pixels; it keeps its shape and is never enlarged.
    /// - Returns: The picture; its time is a position, as it was when the picture was done.
    /// - Throws: `PlaybackError` where nothing is open, there is no picture or it can't be had; `CancellationError`.
    public func thumbnail(
        at position: Double, fitting size: PictureSize = PictureSize(width: 320, height: 180)
    ) async throws -> Thumbnail {
        guard position.isFinite else { throw PlaybackError(.invalidValue, underlying: "\(position) is no position.") }
        let time = timeline.playbackTime(at: position)
        var thumbnail = try await session.thumbnail(atTime: time, fitting: size)
        thumbnail.time = timeline.position(at: thumbnail.time)
        return thumbnail
    }
}
