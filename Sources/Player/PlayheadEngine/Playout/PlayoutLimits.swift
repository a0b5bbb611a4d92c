/// The constants of playout: amounts, tolerances and timeouts, all in seconds.
enum PlayoutLimits {
    // Starting and resuming

    /// The amount of data that a start needs.
    static let startAmount = 0.3
    /// The amount of data that a start needs if data arrives at least at ``sufficientSupply``.
    static let suppliedStartAmount = 0.1
    /// The seconds of media that have to arrive per second for such a start.
    static let sufficientSupply = 1.2
    /// The amount of data that resuming after a stall needs; near a live edge it is at most half of the target latency.
    static let resumeAmount = 2.0
    /// The distance from a live edge that is sufficient after a stall there, if the target latency is larger.
    static let sufficientDistance = 8.0
    /// The share of the target latency that is sufficient if this is more: two of three target durations.
    static let distanceShare = 2.0 / 3
    /// The minimum amount of data for a start at a live edge.
    static let liveEdgeAmount = 0.1
    /// The time after which waiting is reported.
    static let unreportedWait = 0.1
    /// The time after which a wait during playback, such as for restarted sound, is reported as a stall.
    static let unnoticedWait = 0.5
    /// The time after which a device whose position stands still has stopped.
    static let deviceStop = 1.0
    /// The interval of reports that playback waits for a stopped device.
    static let deviceStopReport = 1.0
    /// The interval at which a device that was started is polled until it plays.
    static let deviceStep = 0.004
    /// The timeout for a device to start playing: an idle device of a sound server may take seconds to wake.
    static let deviceTimeout = 3.0
    /// The same timeout if a gap follows, because the device may have nothing left to play.
    static let deviceTimeoutBeforeGap = 0.3
    /// The distance behind the live position above which a low-latency start moves there.
    static let liveStartTolerance = 0.1

    // Pictures

    /// The tolerance within which a picture is due.
    static let pictureDue = 0.001
    /// The rounding error of picture times.
    static let pictureRounding = 0.000_5
    /// The time for which a newer seek waits until the current one has shown its picture.
    static let searchTime = 0.3
    /// The delay below which all pictures are decoded again.
    static let inTime = 0.1
    /// The delay above which pictures that no other picture refers to are not decoded.
    static let tooLate = 0.3

    // Sound

    /// The amount of silence that is kept ahead of the playhead in a gap of the sound alone.
    static let silenceLead = 0.5
    /// The tolerance within which sound has run out.
    static let soundTolerance = 0.005
    /// The timeout for which pictures continue without sound while the sound of another rendition is loaded.
    static let takeoverTimeout = 3.0
    /// The amount of new sound that is needed to switch to it.
    static let takeoverAmount = 0.2

    // Gaps

    /// The timeout for the device to play the sound before a gap after the clock has reached the gap.
    static let clockLead = 0.2
    /// The duration above which a gap common to all tracks is skipped.
    static let commonGap = 0.5
    /// The same inside a run, where a picture may be intended to stay.
    static let maximumStillDuration = 600.0
    /// The time by which audio segments may start before video segments.
    static let preroll = 0.3

    // The end

    /// The tolerance within which the end is reached.
    static let endTolerance = 0.002
    /// The distance of the playhead behind the last timestamps above which these are damaged: the clock is corrected by less.
    static let endDistance = 0.1
    /// The difference below which the announced duration counts as exact: containers round, playlists add up rounded values.
    static let durationRounding = 0.5

    // Stops

    /// The timeout at a fence if the client does not decide: longer than a busy machine needs to decide, shorter than a watchdog waits.
    static let fenceTimeout = 5.0
    /// The rounding error of summed steps.
    static let stepRounding = 0.000_001

    // Turns

    /// The delay of a turn after the next progress report, in seconds, from which on the process or the machine was stopped: the playhead does
    /// not skip what was missed.
    static let longestDelay = 1.0
    /// The minimum time between two turns.
    static let shortestWait = 0.000_5
    /// The time between two turns while a device is fed.
    static let soundStep = 0.05
    /// The timeout for which unpaced playback waits for data or captions.
    static let unpacedTimeout = 3.0
    /// The maximum difference between the end of the last cue of a segment of captions and the end of the segment, in seconds.
    static let captionsRounding = 0.002
    /// The maximum distance behind the target latency from which playback that starts there catches up, in seconds.
    static let catchUpDistance = 5.0
    /// The distance behind the live position above which playback that had caught up with it continues at its selected rate.
    static let caughtUpDistance = 2.0
}
