import PlayheadCore

/// The state of the world at one turn: what each track has, what is loaded, what the device plays, and the readings of clocks. The loop collects it, and
/// ``PlayoutMachine`` decides by nothing else.
struct PlayoutFacts: Sendable, Equatable {
    /// The reason why a decoder gave no further picture.
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

    /// A decoded picture that was not shown yet.
    struct Picture: Sendable, Equatable {
        /// The time of its presentation, in seconds.
        var time: Double
        /// Whether it is of the same run as the picture that is shown.
        var isSameRun = true
    }

    /// The video track.
    struct Pictures: Sendable, Equatable {
        /// The first decoded pictures, at most two, in order.
        var queue: [Picture] = []
        /// The reason why there are no more.
        var supply = PictureSupply.more
        /// The end of the picture that is shown, in seconds.
        var end = 0.0
        /// The time of the first picture inside the decoder, in seconds, or `nil`.
        var firstTimeInside: Double?
        /// Whether a picture was shown.
        var hasShown = false
        /// Whether a picture was decoded.
        var hasDecoded = false
        /// Whether pictures are left out because nobody looks.
        var areLeftOut = false
        /// The end of the track, in seconds, where pictures are left out and the end is loaded.
        var trackEnd: Double?
    }

    /// The audio track and its device.
    struct Sound: Sendable, Equatable {
        /// The result of feeding.
        var supply = SoundSupply.full
        /// The end of the decoded sound, in seconds.
        var end = 0.0
        /// Whether any sound was decoded since decoding was restarted.
        var hasSound = false
        /// Whether all of the track is decoded.
        var isDecoded = false
        /// Whether enough is handed over to start.
        var isPrimed = false
        /// Whether everything that was decoded was heard.
        var isDrained = false
        /// Whether a device is open that determines the time.
        var isMaster = false
        /// Whether sound goes to a device, once there is some.
        var hasOutput = false
        /// The time of the sound that leaves the speaker, in seconds, or `nil` where the device does not report it.
        var heard: Double?
        /// The end of the gap that follows, in seconds, where it may be skipped.
        var gapEnd: Double?
        /// The time of the first sound inside the decoder, in seconds, or `nil`.
        var firstTimeInside: Double?
        /// The samples that were handed over.
        var handedFrames = 0
    }

    /// What is loaded.
    struct Loaded: Sendable, Equatable {
        /// The seconds beyond the playhead that every track has; infinity where all are complete.
        var ahead = 0.0
        /// The end of the media, in seconds, where all tracks are complete.
        var end: Double?
        /// Whether nothing more is loaded before the playhead moves.
        var isFull = false
        /// The error that ended loading.
        var error: PlaybackError?
        /// The error that replaces the regular end.
        var endError: PlaybackError?
        /// Whether the end of the gap that ``PlayoutMachine/commonGap(_:)`` finds is loaded.
        var isGapEnd = false
        /// Whether the sound at the place that ``PlayoutMachine/liveStart(_:)`` finds is loaded.
        var isLiveStart = false
    }

    /// The places where playing stops.
    struct Stops: Sendable, Equatable {
        /// The fence, in seconds.
        var fence: Double?
        /// The maximum amount of media to play, in seconds.
        var playLimit: Double?
        /// The amount that was played, in seconds.
        var played = 0.0
    }

    /// The monotonic time, in seconds.
    var now: Double
    /// The video track, or `nil` where there is none.
    var pictures: Pictures?
    /// The audio track, or `nil` where there is none.
    var sound: Sound?
    /// What is loaded.
    var loaded = Loaded()
    /// The window of a live stream.
    var window: LiveWindow?
    /// The places where playing stops.
    var stops = Stops()
    /// The generation of the sound that is loaded to replace the sound that is heard, or `nil`.
    var stagedSound: Int?
    /// The next time at which metadata or captions change, in seconds; infinity without one.
    var nextTimed = Double.infinity
    /// The time up to which captions are loaded, in seconds.
    var captionsReached = Double.infinity
    /// The latest playhead that another thread has read, in seconds.
    var lastRead = -Double.infinity
    /// The picture of the target of a seek, or `nil` where it is not found yet.
    var target: PlayoutSeek.Target?
}

/// The result of feeding sound.
enum SoundSupply: Sendable, Equatable {
    /// Enough is ahead for now.
    case full
    /// The decoder has nothing; more may come.
    case starved
    /// The container has no sound here, as far as it is known.
    case absent
    /// The next block leaves a gap before it.
    case hole
    /// All is handed over.
    case ended
}
