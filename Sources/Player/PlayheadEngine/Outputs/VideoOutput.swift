import PlayheadCore
import PlayheadFFmpeg

/// A picture that is due.
public struct VideoPicture: Sendable {
    /// The decoded picture.
    package let frame: Frame
    /// The presentation time, in seconds on the timeline of the presentation.
    public let time: Double
    /// The duration, in seconds.
    public let duration: Double
    /// The rung of the picture, or `nil` without a ladder.
    public let level: QualityLevel?

    package init(frame: Frame, time: Double, duration: Double, level: QualityLevel?) {
        self.frame = frame
        self.time = time
        self.duration = duration
        self.level = level
    }

    /// The width in pixels, as the picture is shown: after a rotation that the stream declares.
    public var width: Int { frame.width }
    /// The height in pixels, as the picture is shown: after a rotation that the stream declares.
    public var height: Int { frame.height }
    /// The width of a pixel divided by its height; 1 if the stream does not define it.
    public var pixelAspect: Double { frame.pixelAspect }

    /// Converts the picture to pixels of a requested size. Takes milliseconds, so it is not called while ``VideoOutput/present(_:)`` runs.
    /// - Parameters:
    ///   - width: The width of the result in pixels, 0 to 16384.
    ///   - height: The height of the result in pixels, 0 to 16384.
    /// - Returns: `width * height * 4` bytes, rows from the top, red, green, blue, alpha; empty if a side is 0, and `nil` if the format of the picture
    ///   cannot be converted or a side is out of range.
    public func rgba(width: Int, height: Int) -> [UInt8]? { try? PictureScaler().rgba(frame, width: width, height: height) }
}

/// An output for pictures: a view, a terminal, or a sink that discards them.
///
/// A player calls its output in order, one call at a time, with a lock held: an output neither calls the player nor waits for another thread.
public protocol VideoOutput: AnyObject, Sendable {
    /// Shows a picture immediately. Called on the executor of the engine, or on that of the player: must return quickly and draw elsewhere.
    func present(_ picture: VideoPicture)
    /// Removes the last picture. Called on the executor of the engine, or on that of the player.
    func clear()
}

/// Called when the first picture of a stream is read while the source is still being opened, on the thread of its demuxer.
///
/// `decode` decodes the picture, if it is wanted, and returns `nil` if it cannot be decoded alone.
typealias FirstPictureHandler = @Sendable (_ decode: () -> VideoPicture?) -> Void
