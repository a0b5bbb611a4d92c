/// The constants of playout: amounts, tolerances and timeouts, all in seconds.
enum PlayoutLimits {
    // Starting and resuming

    /// The data that a start needs.
    static let startAmount = 0.3
    /// The data that resuming after a stall needs; near a live edge it is at most half of the target latency.
    static let resumeAmount = 2.0
    /// The data that a start at a live edge needs at least.
    static let liveEdgeAmount = 0.1
    /// The time after which waiting is reported.
    static let unreportedWait = 0.1
    /// The time between two looks at a device that was started and has not sounded yet.
    static let deviceStep = 0.004
    /// The time that a device may take to sound: an idle one of a sound server may take seconds to wake.
    static let deviceTimeout = 3.0
    /// The same where a gap follows, so that the device may have nothing left to play.
    static let deviceTimeoutBeforeGap = 0.3
    /// The distance behind the live position above which a start of low latency moves there.
    static let liveStartTolerance = 0.1

    // Pictures

    /// The tolerance within which a picture is due.
    static let pictureDue = 0.001
    /// The rounding of the times of pictures.
    static let pictureRounding = 0.000_5
    /// The delay below which all pictures are decoded again.
    static let inTime = 0.1
    /// The delay above which pictures that no other needs are not decoded.
    static let tooLate = 0.3

    // Sound

    /// The silence that is kept ahead of the playhead in a gap of the sound alone.
    static let silenceLead = 0.5
    /// The tolerance within which sound has run out.
    static let soundTolerance = 0.005
    /// The time for which pictures continue without sound while the sound of another rendition is loaded.
    static let takeoverTimeout = 3.0
    /// The amount of other sound that is needed to switch to it.
    static let takeoverAmount = 0.2

    // Gaps

    /// The time that the device gets to play the sound before a gap after the clock has reached it.
    static let clockLead = 0.2
    /// The gap common to all tracks above which it is skipped.
    static let commonGap = 0.5
    /// The same inside a run, where a picture may be meant to stay.
    static let longestStill = 600.0
    /// The time by which segments of sound may begin before those of the picture.
    static let preroll = 0.3

    // The end

    /// The tolerance within which the end is reached.
    static let endTolerance = 0.002
    /// The difference below which the announced duration is taken as the exact one: containers round, playlists add up rounded values.
    static let durationRounding = 0.5

    // Stops

    /// The time that playing stands at a fence where nothing is decided: more than a busy machine needs to decide, less than a watchdog waits.
    static let fenceTimeout = 5.0
    /// The rounding of sums of steps.
    static let stepRounding = 0.000_001

    // Turns

    /// The minimum time between two turns.
    static let shortestWait = 0.000_5
    /// The time between two turns while a device is fed.
    static let soundStep = 0.05
    /// The time for which unpaced playing waits for data or captions.
    static let unpacedTimeout = 3.0
}
