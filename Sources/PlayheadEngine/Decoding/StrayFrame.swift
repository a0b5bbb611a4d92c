/// Finds frames whose timestamp leads far beyond all others, as damaged streams have them: waiting for one of them to be due would last for hours.
///
/// A leap that the following frames make too is a hole, and stays.
struct StrayFrame {
    /// A leap that is looked at, in seconds.
    private static let leap = 60.0

    /// The end of the last frame that was handed on, and its format.
    private var last: (end: Double, format: TrackFormat)?
    private var suspect: DecodedFrame?
    private var following: DecodedFrame?

    /// The time of a frame that is held back until the next one is there, in seconds.
    var heldTime: Double? { suspect?.time }

    /// The frame that comes next, of those that were held back, or `nil` where there is none.
    mutating func next() -> DecodedFrame? {
        guard let frame = following else { return nil }
        following = nil
        return hand(frame)
    }

    /// Takes a frame of the decoder's.
    /// - Returns: The frame that comes next; `nil` where another one has to tell first.
    mutating func take(_ frame: DecodedFrame) -> DecodedFrame? {
        if let held = suspect {
            suspect = nil
            guard frame.format !== held.format || frame.time >= held.time else { return take(frame) }
            following = frame
            return hand(held)
        }
        if let last, last.format === frame.format, frame.time - last.end > Self.leap {
            suspect = frame
            return nil
        }
        return hand(frame)
    }

    /// The frame that is held back, where no other one will tell.
    mutating func release() -> DecodedFrame? {
        guard let frame = suspect else { return nil }
        suspect = nil
        return hand(frame)
    }

    private mutating func hand(_ frame: DecodedFrame) -> DecodedFrame {
        last = (frame.end, frame.format)
        return frame
    }
}
