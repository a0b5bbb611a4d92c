/// Detects frames whose timestamp is far ahead of all others, as in damaged streams: waiting for such a frame would take hours.
///
/// A jump that the following frames share is a gap and is kept.
struct StrayFrame {
    /// The minimum jump that is checked, in seconds.
    private static let leap = 60.0

    /// The end of the last returned frame, and its format.
    private var last: (end: Double, format: TrackFormat)?
    private var suspect: DecodedFrame?
    private var following: DecodedFrame?

    /// The time of a frame that is held until the next one arrives, in seconds.
    var heldTime: Double? { suspect?.time }

    /// Returns the next of the frames that were held, or `nil` if there is none.
    mutating func next() -> DecodedFrame? {
        guard let frame = following else { return nil }
        following = nil
        return hand(frame)
    }

    /// Handles a frame of the decoder.
    /// - Returns: The next frame; `nil` if the following frame is needed for the decision.
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

    /// Returns the held frame; called when no other frame follows.
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
