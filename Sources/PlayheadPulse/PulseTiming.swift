/// Where a stream's sound is, computed from the sound server's reports: pure.
///
/// Positions are frames on the server's axis, which never starts again; one epoch (from an open or a flush to the next) counts from
/// the write position that the server told after the flush.
struct PulseTiming: Sendable {
    /// One report of the server (`pa_timing_info`), in frames and monotonic seconds.
    struct Report: Sendable {
        /// When the server measured it, in seconds of the local monotonic clock.
        var time: Double
        /// Where the server's device reads from the stream, in frames.
        var readPosition: Double
        /// Where the next write goes, in frames; `nil` while the server has not said since the last flush.
        var writePosition: Double?
        /// What the device holds and has not sounded, in frames; of this stream and what came before it.
        var deviceLatency: Double
        /// Whether the device is reading from the stream (it is not in an underrun, nor held).
        var isPlaying: Bool
        /// How many frames it has read since the last underrun, or, when not playing, how many frames of silence it has put in since.
        var sinceChange: Double
    }

    /// Frames a second.
    let sampleRate: Double
    /// Frames written since the last flush.
    private(set) var written = 0
    /// The position on the server's axis of the first frame of this epoch.
    private var origin: Double?
    private var report: Report?
    private var isHeld = true
    /// The largest position told in this epoch, so that none goes back.
    private var told = 0.0

    init(sampleRate: Int) {
        self.sampleRate = Double(sampleRate)
    }

    /// Frames were handed over.
    mutating func write(frames: Int) {
        written += frames
    }

    /// What was written and not heard is dropped: a new epoch.
    mutating func flush() {
        written = 0
        origin = nil
        report = nil
        told = 0
    }

    /// The stream is held, or let go, from `now` on.
    mutating func setHeld(_ held: Bool, at now: Double) {
        guard held != isHeld else { return }
        _ = played(at: now)
        isHeld = held
        // What was reported before says nothing of what comes: the position stands until the next report.
        report = nil
    }

    /// The server has reported.
    mutating func update(_ new: Report) {
        if origin == nil, let writePosition = new.writePosition {
            origin = writePosition - Double(written)
        }
        report = new
    }

    /// The frames of this epoch that have been heard at `now`; `nil` before the first report of the epoch.
    mutating func played(at now: Double) -> Double? {
        guard let origin else { return nil }
        if let report {
            told = max(told, min(heardPosition(report, at: now) - origin, Double(written)))
        }
        return told
    }

    /// Where the sound leaves the speaker, on the server's axis.
    private func heardPosition(_ report: Report, at now: Double) -> Double {
        // A held stream has nothing in the device: the server took it back.
        if isHeld { return report.readPosition }
        let elapsed = max(0, now - report.time) * sampleRate
        if report.isPlaying {
            // Only what was read since it last started is in the device; in front of it is silence, which has to pass first.
            let runStart = report.readPosition - report.sinceChange
            return runStart + max(0, report.sinceChange - report.deviceLatency + elapsed)
        }
        // The last frames are on their way out, followed by silence.
        return report.readPosition - max(0, report.deviceLatency - report.sinceChange - elapsed)
    }
}
