/// A small picture of a stream at a time, for scrubbing.
public struct Thumbnail: Sendable, Hashable {
    /// When the picture is shown, in seconds: it is the key frame at or before what was asked for.
    public var time: Double
    /// Pixels across.
    public let width: Int
    /// Pixels down.
    public let height: Int
    /// `width * height * 4` bytes: rows from the top, red, green, blue, alpha.
    public let pixels: [UInt8]

    /// Makes a thumbnail.
    public init(time: Double, width: Int, height: Int, pixels: [UInt8]) {
        self.time = time
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}

/// A key frame as a picture, and for which times it stands.
struct KeyFrame: Sendable {
    var thumbnail: Thumbnail
    /// From the key frame to the next one, in seconds; where that is not known, to what was asked for.
    var end: Double
}

/// Where key frames come from. Used by one task at a time.
protocol ThumbnailSource: Sendable {
    /// The key frame at or before `time` (seconds on the presentation's timeline); the first one where there is none before.
    /// - Parameter size: What it has to fit into, in pixels.
    /// - Throws: `PlaybackError`, `CancellationError`.
    func keyFrame(at time: Double, fitting size: PictureSize) async throws -> KeyFrame
    /// Lets go of everything; nobody uses it any more.
    func close() async
}
