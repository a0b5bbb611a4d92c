import PlayheadCore

/// A small picture of a stream at a time, for scrubbing.
public struct Thumbnail: Sendable, Hashable {
    /// The time of the picture, in seconds: that of the key frame at or before the requested time.
    public var time: Double
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// `width * height * 4` bytes: rows from the top, red, green, blue, alpha.
    public let pixels: [UInt8]

    /// Creates a thumbnail.
    public init(time: Double, width: Int, height: Int, pixels: [UInt8]) {
        self.time = time
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}

/// A key frame as a picture, and the range of times that it represents.
struct KeyFrame: Sendable {
    var thumbnail: Thumbnail
    /// The start of the next key frame in seconds; if it is unknown, the requested time.
    var end: Double
}

/// A source of key frames. Used by one task at a time.
protocol ThumbnailSource: Sendable {
    /// Returns the key frame at or before `time` (seconds on the timeline of the presentation), or the first one if none is before. The
    /// picture fits into `size`, in pixels.
    /// - Throws: `PlaybackError`, `CancellationError`.
    func keyFrame(at time: Double, fitting size: PictureSize) async throws -> KeyFrame
    /// Releases everything; called when the source is not used any more.
    func close() async
}
