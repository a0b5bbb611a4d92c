/// The durations of pictures whose container declares one duration for all of them, as Matroska does, although their rate varies: the mean
/// is longer than the distance of most pictures.
///
/// A picture that lasts longer than until the next one would be found by a seek to what follows it.
struct PictureDurations {
    /// The number of pictures in sequence that overlap before declared durations are replaced: times may jitter.
    private static let minimumOverlaps = 2

    private var last: (time: Double, end: Double)?
    private var overlaps = 0
    /// The distance of the last two pictures that overlapped, in seconds.
    private var distance = Double.infinity

    /// Returns the duration of the next picture in the order of presentation, at `time`, in seconds: `declared`, or the distance of those
    /// before it if it is less than half of their declared durations.
    mutating func duration(_ declared: Double, at time: Double) -> Double {
        if let last, time > last.time {
            let (step, stated) = (time - last.time, last.end - last.time)
            if step < stated / 2 {
                overlaps += 1
                distance = step
            } else if step < stated * 2 {
                overlaps = 0
            }
        }
        last = (time, time + declared)
        return overlaps >= Self.minimumOverlaps ? min(declared, distance) : declared
    }

    /// Continues elsewhere in the same media.
    mutating func restart() { last = nil }
}
