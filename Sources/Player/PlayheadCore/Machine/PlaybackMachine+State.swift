// The parts of the internal state of `PlaybackMachine`.

extension PlaybackMachine {
    /// The engine, as the machine knows it.
    struct EngineFacts: Sendable {
        /// Whether the last command to the engine was to start (not to pause), and it has not reached the end.
        var isRunning = false
        /// Whether the engine reached the end while a pause was pending, so that the next start completes the item.
        var isAtEnd = false
        /// The engine's playhead at the time of the input, if known.
        var playhead: Double?
        /// The lower limit of the next reported playhead: the playhead that was read, and emitted, between two reports.
        var readPlayhead = -Double.infinity
        /// The position of the last progress report.
        var lastProgress = -Double.infinity
    }

    /// The media of the current item.
    struct ContentFacts: Sendable {
        /// Whether the media ended and onComplete waits for its checkpoint.
        var isEnding = false
        /// Whether the current item was live and has ended.
        var isLiveOver = false
        /// Whether a seek set the playhead: a start does not move it.
        var keepsPlayhead = false
        /// The seek by which playback starts elsewhere, until its target is reached: the playhead does not enter what the engine opened at.
        var startSeek: Int?
        /// The failure of an engine in `ended`.
        var failureAtEnd: PlaybackError?
        /// The loaded ranges, on the playback's timeline.
        var loaded: [TimeRange] = []
        /// The visible cues, on the playback's timeline.
        var shownCues: [CaptionCue] = []
        /// Whether captions were turned off during the item: then a change of the sound shows no forced track.
        var areCaptionsTurnedOff = false
        /// The keys whose status was reported, with the names of their systems.
        var keys: [ContentKeyID: String] = [:]
    }

    /// The latest selections of the viewer, kept across items.
    struct ViewersChoices: Sendable {
        /// The viewer's latest selection of captions; kept across items.
        var captions: ViewersCaptions?
        /// The viewer's latest selection of a level; kept across items. The first entry of a list returns the selection to the player.
        var level: QualityLevel?
        /// The viewer's latest selection of an audio track; kept across items.
        var audio: MediaTrack?
    }

    /// The reasons that events state.
    struct Reasons: Sendable {
        /// The source of the request to play.
        var play = PlayReason.external
        /// The source of the pause.
        var pause = PauseReason.external
        /// The reason for closing.
        var idle = IdleReason.stopped
    }

    /// Work that waits for the engine or for an event.
    struct Pending: Sendable {
        /// The seek that has not reached its target.
        var seek: PendingSeek?
        /// The item that opens after the current playback has closed.
        var load: PendingLoad?
        /// The item that opens after the decision of the app.
        var decision: PendingDecision?
        /// Whether the coarse state became `paused` and onPause is pending.
        var hasPauseEvent = false
    }

    /// The past of the player, over all items.
    struct History: Sendable {
        /// Whether onReady was emitted.
        var hasEmittedReady = false
        /// Whether a list was loaded before.
        var hasLoadedList = false
        /// Monotonic time of the first load, in seconds.
        var setupTime: Double?
        /// The number of consecutive items that failed without one that played in between.
        var consecutiveFailures = 0
        /// Whether an item before a failed one replaces it: the viewer goes back in the list.
        var searchesBackwards = false
        /// The number of the latest decision of the app.
        var lastDecision = 0
        /// The id of the latest seek of the machine itself; decreasing.
        var ownSeekID = 0

        /// Begins the search for an item that can be played.
        mutating func beginSearch() { (consecutiveFailures, searchesBackwards) = (0, false) }
    }
}
