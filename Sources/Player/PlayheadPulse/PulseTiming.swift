/// Computes the playback position of a stream from the sound server's reports, without I/O.
///
/// Positions are frames on the server's axis, which never restarts. Each epoch, from an open or a flush to the next, counts from the write
/// position that the server reported after the flush.
struct PulseTiming: Sendable {
    /// A report of the server (`pa_timing_info`), in frames and monotonic seconds.
    struct Report: Sendable {
        /// The time of the measurement, in seconds of the local monotonic clock.
        var time: Double
        /// The position at which the device reads from the stream, in frames.
        var readPosition: Double
        /// The position of the next write in frames; `nil` until the server has reported it after a flush.
        var writePosition: Double?
        /// The number of frames in the device that are not yet audible; of this stream and of earlier ones.
        var deviceLatency: Double
        /// Whether the device reads from the stream: the stream is neither held nor in an underrun.
        var isPlaying: Bool
        /// The number of frames read since the last underrun, or, if not playing, the number of silent frames since it began.
        var sinceChange: Double
    }

    /// The sample rate, in frames per second.
    let sampleRate: Double
    /// The number of frames written since the last flush.
    private(set) var written = 0
    /// The position of the epoch's first frame on the server's axis.
    private var origin: Double?
    private var report: Report?
    /// Whether the stream is held.
    private(set) var isHeld = true
    /// The largest reported position of this epoch, so that positions never decrease.
    private var reported = 0.0

    init(sampleRate: Int) {
        self.sampleRate = Double(sampleRate)
    }

    /// Records a write.
    mutating func write(frames: Int) {
        written += frames
    }

    /// Starts a new epoch: written frames that were not played are dropped.
    mutating func flush() {
        written = 0
        origin = nil
        report = nil
        reported = 0
    }

    /// Holds or releases the stream at `now`.
    mutating func setHeld(_ held: Bool, at now: Double) {
        guard held != isHeld else { return }
        _ = played(at: now)
        isHeld = held
        // Earlier reports do not apply to the new state: the position stands still until the next report.
        report = nil
    }

    /// Records a report of the server.
    mutating func update(_ new: Report) {
        if origin == nil, let writePosition = new.writePosition {
            origin = writePosition - Double(written)
        }
        report = new
    }

    /// Returns the number of played frames of this epoch at `now`; `nil` before the first report of the epoch.
    mutating func played(at now: Double) -> Double? {
        guard let origin else { return nil }
        if let report {
            reported = max(reported, min(audiblePosition(report, at: now) - origin, Double(written)))
        }
        return reported
    }

    /// Returns the audible position on the server's axis.
    private func audiblePosition(_ report: Report, at now: Double) -> Double {
        // A held stream has no frames in the device, because the server rewound it.
        if isHeld { return report.readPosition }
        let elapsed = max(0, now - report.time) * sampleRate
        if report.isPlaying {
            // The device contains only frames that were read since the last start, preceded by silence.
            let runStart = report.readPosition - report.sinceChange
            return runStart + max(0, report.sinceChange - report.deviceLatency + elapsed)
        }
        // The last frames are leaving the device, followed by silence.
        return report.readPosition - max(0, report.deviceLatency - report.sinceChange - elapsed)
    }
}
