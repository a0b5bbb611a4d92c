import PlayheadCore
import PlayheadFFmpeg

/// A picture that is due.
public struct VideoPicture: Sendable {
    /// The decoded picture.
    public let frame: Frame
    /// The presentation time, in seconds on the timeline of the presentation.
    public let time: Double
    /// The duration, in seconds.
    public let duration: Double
    /// The rung of the picture, or `nil` without a ladder.
    public let level: QualityLevel?

    /// Creates a picture.
    public init(frame: Frame, time: Double, duration: Double, level: QualityLevel?) {
        self.frame = frame
        self.time = time
        self.duration = duration
        self.level = level
    }
}

/// An output for pictures: a view, a terminal, or a sink that discards them.
public protocol VideoOutput: AnyObject, Sendable {
    /// Shows a picture immediately. Called on the executor of the engine: must return quickly and draw elsewhere.
    func present(_ picture: VideoPicture)
    /// Removes the last picture. Called on the executor of the engine.
    func clear()
}

/// Called when the first picture of a stream is read while the source is still being opened, on the thread of its demuxer.
///
/// `decode` decodes the picture, if it is wanted, and returns `nil` if it cannot be decoded alone.
typealias FirstPictureHandler = @Sendable (_ decode: () -> VideoPicture?) -> Void
