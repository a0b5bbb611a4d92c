import PlayheadCore
import PlayheadFFmpeg

/// A picture that is due.
public struct VideoPicture: Sendable {
    /// The decoded picture.
    public let frame: Frame
    /// When it is presented, in seconds on the presentation's timeline.
    public let time: Double
    /// How long, in seconds.
    public let duration: Double
    /// The rung that it is of, or `nil` without a ladder.
    public let level: QualityLevel?

    /// Makes a picture.
    public init(frame: Frame, time: Double, duration: Double, level: QualityLevel?) {
        self.frame = frame
        self.time = time
        self.duration = duration
        self.level = level
    }
}

/// Where pictures go: a view, a terminal, or nothing.
public protocol VideoOutput: AnyObject, Sendable {
    /// Shows a picture, now. Called on the engine's executor: it must return quickly and draw elsewhere.
    func present(_ picture: VideoPicture)
    /// Takes the last picture away. Called on the engine's executor.
    func clear()
}
