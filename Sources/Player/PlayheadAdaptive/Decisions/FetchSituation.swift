/// The inputs for choosing the rung of the next segment, or for reviewing a running transfer.
///
/// Every number may be out of range (negative, infinite, NaN): policies use the nearest valid one.
package struct FetchSituation: Sendable, Equatable {
    /// The bit rates of the ladder in bits per second, ascending. An audio-only ladder is treated alike.
    package var bitrates: [Double]
    /// The duration of the segment in seconds of media.
    package var segmentDuration: Double
    /// The size of the segment in bytes, by rung; empty, or 0 or less for a rung, if unknown: then bit rate times duration.
    package var segmentSizes: [Int]
    /// The current duration of media loaded ahead of the playhead, in seconds.
    package var buffered: Double
    /// The maximum duration of media ahead, in seconds: the memory limit on demand; for live at most the distance from playhead to edge.
    package var bufferLimit: Double
    /// The rung of the previous segment, `nil` at the start.
    package var currentRung: Int?
    /// The highest rung that bit rate and view size allow; `nil` without a cap.
    package var highestRung: Int?
    /// The speed at which media is consumed, in seconds of media per second; 0 while paused.
    package var playbackRate: Double
    /// The number of remaining segments including this one, if the end is known.
    package var remainingSegments: Int?

    /// The target distance from the live edge in seconds, if a low-latency stream is played; otherwise `nil`.
    package var latencyTarget: Double?

    /// Makes a situation.
    package init(
        bitrates: [Double], segmentDuration: Double, segmentSizes: [Int] = [], buffered: Double, bufferLimit: Double,
        currentRung: Int? = nil, highestRung: Int? = nil, playbackRate: Double = 1, remainingSegments: Int? = nil,
        latencyTarget: Double? = nil
    ) {
        self.bitrates = bitrates
        self.segmentDuration = segmentDuration
        self.segmentSizes = segmentSizes
        self.buffered = buffered
        self.bufferLimit = bufferLimit
        self.currentRung = currentRung
        self.highestRung = highestRung
        self.playbackRate = playbackRate
        self.remainingSegments = remainingSegments
        self.latencyTarget = latencyTarget
    }
}

/// The next rung to fetch, and the delay before it.
package struct FetchChoice: Sendable, Equatable {
    /// The rung of the next segment, an index into the ladder.
    package var rung: Int
    /// The time to wait before fetching because the buffer is full, in seconds; 0 to begin at once. After a wait the policy is asked again.
    package var wait: Double

    /// Makes a choice.
    package init(rung: Int, wait: Double = 0) {
        self.rung = rung
        self.wait = wait
    }
}
