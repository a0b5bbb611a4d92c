import CFFmpeg

/// Removes the comb pattern of interlaced pictures, by libavfilter's `bwdif` or `yadif`: one picture for each interlaced one.
///
/// A picture is returned when the next one is sent, because its missing lines follow from both neighbours. Used by one thread at a time.
package final class Deinterlacer {
    /// The properties of a picture that the filter may change.
    private struct Properties {
        var pts: Int64
        var bestEffort: Int64
        var duration: Int64
        var orientation: Orientation
    }

    private let graph: FilterGraph
    private let shape: [Int32]
    private var inside: [Properties] = []
    /// The number of pictures that were sent.
    private var sent: Int64 = 0

    /// Makes a filter for pictures of the size and format of `frame`.
    /// - Parameters:
    ///   - frame: A picture.
    ///   - isForced: Whether pictures that are not marked as interlaced are filtered too.
    /// - Throws: ``FFmpegError`` if libavfilter is not installed, or does not support the format.
    package init(for frame: Frame, isForced: Bool) throws(FFmpegError) {
        shape = Self.shape(of: frame)
        let picture = frame.pointer.pointee
        let source = "video_size=\(picture.width)x\(picture.height):pix_fmt=\(picture.format):time_base=1/1000:pixel_aspect=1/1"
        graph = try FilterGraph([
            .init("buffer", source),
            .init(FilterGraph.has("bwdif") ? "bwdif" : "yadif", "mode=send_frame:parity=auto:deint=\(isForced ? "all" : "interlaced")"),
            .init("buffersink"),
        ])
    }

    private static func shape(of frame: Frame) -> [Int32] {
        [frame.pointer.pointee.width, frame.pointer.pointee.height, frame.pointer.pointee.format]
    }

    /// Whether the filter is for pictures of the size and format of `frame`.
    package func suits(_ frame: Frame) -> Bool { shape == Self.shape(of: frame) }

    /// Filters a picture, or `nil` for the end.
    /// - Returns: The pictures that are complete.
    /// - Throws: ``FFmpegError``.
    package func filter(_ frame: Frame?) throws(FFmpegError) -> [Frame] {
        if let frame {
            let copy = try Frame()
            try FFmpegError.check(av_frame_ref(copy.pointer, frame.pointer), "av_frame_ref")
            inside.append(
                Properties(
                    pts: frame.pointer.pointee.pts, bestEffort: frame.pointer.pointee.best_effort_timestamp, duration: frame.duration,
                    orientation: frame.orientation))
            // The filter needs increasing times; those of the stream are restored after it.
            sent = sent.saturatingAdding(1)
            copy.pointer.pointee.pts = sent
            try graph.send(copy)
        } else {
            try graph.send(nil)
        }
        var frames: [Frame] = []
        while !inside.isEmpty, let frame = try graph.receive() {
            let properties = inside.removeFirst()
            frame.pointer.pointee.pts = properties.pts
            frame.pointer.pointee.best_effort_timestamp = properties.bestEffort
            playhead_frame_set_duration(frame.pointer, properties.duration)
            frame.orientation = properties.orientation
            frames.append(frame)
        }
        return frames
    }
}
