import PlayheadCore

/// The input of one turn: the state of each track, what is loaded, what the device plays, and the readings of clocks. The loop collects the
/// facts, and ``PlayoutMachine`` decides by them alone.
struct PlayoutFacts: Sendable, Equatable {
    /// The reason why a decoder returned no further picture.
    enum PictureSupply: Sendable, Equatable {
        /// The queue is full.
        case more
        /// Data is missing.
        case starved
        /// The track has a gap here.
        case sparse
        /// All pictures are decoded.
        case ended
    }

    /// A decoded picture that is not shown yet.
    struct Picture: Sendable, Equatable {
        /// The presentation time, in seconds.
        var time: Double
        /// Whether the picture is of the same run as the one that is shown.
        var isSameRun = true
    }

    /// The video track.
    struct Pictures: Sendable, Equatable {
        /// The first decoded pictures, at most two, in order.
        var queue: [Picture] = []
        /// The reason why the queue has no more pictures.
        var supply = PictureSupply.more
        /// The end of the picture that is shown, in seconds.
        var end = 0.0
        /// The time of the first picture inside the decoder, in seconds, or `nil`.
        var firstTimeInside: Double?
        /// Whether a picture was shown.
        var hasShown = false
        /// Whether a picture was decoded.
        var hasDecoded = false
        /// Whether pictures are left out because no output shows them.
        var areLeftOut = false
        /// The end of the track, in seconds, if pictures are left out and the end is loaded.
        var trackEnd: Double?
    }

    /// The audio track and its device.
    struct Sound: Sendable, Equatable {
        /// The result of feeding the device.
        var supply = SoundSupply.full
        /// The end of the decoded sound, in seconds.
        var end = 0.0
        /// Whether any sound was decoded since decoding was restarted.
        var hasSound = false
        /// Whether any sound was decoded, also before the target of a seek.
        var hasDecoded = false
        /// Whether all of the track is decoded.
        var isDecoded = false
        /// Whether enough sound is handed over to start.
        var isPrimed = false
        /// Whether all decoded sound was heard.
        var isDrained = false
        /// Whether an open device determines the time.
        var isMaster = false
        /// Whether sound is handed to a device as soon as there is some.
        var hasOutput = false
        /// The time of the sound that leaves the speaker, in seconds, or `nil` if the device does not report it.
        var audibleTime: Double?
        /// The end of the next gap, in seconds, if it may be skipped.
        var gapEnd: Double?
        /// The time of the first sound inside the decoder, in seconds, or `nil`.
        var firstTimeInside: Double?
        /// The number of samples that were handed over.
        var handedFrames = 0
        /// The time by which sound is heard later than its timestamps say, in seconds.
        var delay = 0.0
    }

    /// The state of loading.
    struct Loaded: Sendable, Equatable {
        /// The duration beyond the playhead that is loaded in every track, in seconds; infinity if all are complete.
        var ahead = 0.0
        /// The monotonic time at which it began to arrive, in seconds; `nil` if it is unknown.
        var began: Double?
        /// The end of the media, in seconds, if all tracks are complete.
        var end: Double?
        /// Whether nothing more is loaded until the playhead moves.
        var isFull = false
        /// The error that ended loading.
        var error: PlaybackError?
        /// The error that replaces the regular end.
        var endError: PlaybackError?
        /// Whether the end of the gap that ``PlayoutMachine/commonGap(_:)`` returns is loaded.
        var isGapEnd = false
        /// Whether the sound at the time that ``PlayoutMachine/liveStart(_:)`` returns is loaded.
        var isLiveStart = false
    }

    /// The positions at which playback stops.
    struct Stops: Sendable, Equatable {
        /// The fence, in seconds.
        var fence: Double?
        /// The maximum duration of media to play, in seconds.
        var playLimit: Double?
        /// The duration that was played, in seconds.
        var played = 0.0
    }

    /// The monotonic time, in seconds.
    var now: Double
    /// The video track, or `nil` if there is none.
    var pictures: Pictures?
    /// The audio track, or `nil` if there is none.
    var sound: Sound?
    /// The state of loading.
    var loaded = Loaded()
    /// The window of a live stream.
    var window: LiveWindow?
    /// The positions at which playback stops.
    var stops = Stops()
    /// The generation of the sound that is loaded to replace the current sound, or `nil`.
    var stagedSound: Int?
    /// The next time at which metadata or captions change, in seconds; infinity if there is none.
    var nextTimed = Double.infinity
    /// The time up to which captions are loaded, in seconds.
    var captionsReached = Double.infinity
    /// The latest playhead that another thread has read, in seconds.
    var lastRead = -Double.infinity
    /// Whether the first picture is shown although the playhead is not requested to move.
    var showsPictureWhileHeld = false
    /// The result of the search for the target of a seek, or `nil` until the picture is found.
    var target: PlayoutSeek.Target?
}

/// The result of feeding sound.
enum SoundSupply: Sendable, Equatable {
    /// Enough sound is handed over for now.
    case full
    /// The decoder has no sound; more may follow.
    case starved
    /// The container has no sound up to a time, in seconds; what follows is not known yet.
    case absent(until: Double)
    /// A gap precedes the next block.
    case hole
    /// All sound is handed over.
    case ended
}
