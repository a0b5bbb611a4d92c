/// The inputs for choosing the rung of the next segment of a low-latency stream.
///
/// Every number may be out of range (negative, infinite, NaN): the controller uses the nearest valid one.
package struct LiveSituation: Sendable, Equatable {
    /// The bit rates of the ladder in bits per second, ascending.
    package var bitrates: [Double]
    /// The duration of a segment in seconds.
    package var segmentDuration: Double
    /// The duration of media loaded ahead of the playhead, in seconds.
    package var buffered: Double
    /// The rung of the previous segment; `nil` at the start.
    package var currentRung: Int?
    /// The highest rung that bit rate and view size allow; `nil` without a cap.
    package var highestRung: Int?

    /// Makes a situation.
    package init(
        bitrates: [Double], segmentDuration: Double, buffered: Double, currentRung: Int? = nil, highestRung: Int? = nil
    ) {
        self.bitrates = bitrates
        self.segmentDuration = segmentDuration
        self.buffered = buffered
        self.currentRung = currentRung
        self.highestRung = highestRung
    }
}
