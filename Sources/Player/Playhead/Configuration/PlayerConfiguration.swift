import Foundation
import PlayheadAdaptive
import PlayheadCMCD
import PlayheadCore
import PlayheadEngine

/// Measurements of the network for a later playback. Small, and safe to store.
public typealias ThroughputMemory = PlayheadAdaptive.ThroughputMemory

/// The behaviour of a player; constant for its lifetime.
///
/// Related options are in groups: ``timeouts``, ``buffering``, ``quality``, ``captions``, ``audio``, ``live``, ``playlist``,
/// ``network`` and ``ads``.
public struct PlayerConfiguration: Sendable {
    /// Whether an item plays as soon as it is ready. False by default.
    public var autoplay = false
    /// Whether events are posted to the default NotificationCenter. True by default; without notifications, events are cheaper.
    public var postsNotifications = true
    /// The watchdogs.
    public var timeouts = Timeouts()
    /// The media that is kept loaded around the playhead.
    public var buffering = Buffering()
    /// The limits of the selection of quality levels, and its start.
    public var quality = Quality()
    /// The captions that are selected unless the user selects others.
    public var captions = CaptionPreferences()
    /// The audio track that is selected, and the audio session.
    public var audio = Audio()
    /// The behaviour in live streams.
    public var live = Live()
    /// The behaviour between the items of the list.
    public var playlist = Playlist()
    /// The requests for media, playlists, keys and ads.
    public var network = Network()
    /// The ads.
    public var ads = Ads()
    /// The reports to servers about requests and playback (CMCD); `nil`, the default, reports nothing.
    public var cmcd: CMCDConfiguration?
    /// The output for pictures; `nil`, the default, shows none (pictures are still decoded, timed and counted).
    /// ``Player/videoOutput`` changes it later.
    public var videoOutput: (any VideoOutput)?
    /// The output for sound; by default the sound server, if one exists.
    public var audioOutput = AudioOutputSelection.automatic
    /// Whether lock screens and media keys may show and control the player, through a `NowPlayingController` of the app or of the
    /// `PlayerView` of `PlayheadGTK`. True by default.
    public var displaysLockScreenControls = true
    /// The information for a lock screen if the item has none; the application's name replaces a missing title.
    public var nowPlaying = NowPlayingInfo()
    /// The source of the playhead's motion: the clock, by default, or the data (as fast as it can be decoded).
    public var pacing = PlaybackPacing.realTime
    /// The only source of time.
    public var clock: any PlaybackClock = SystemClock()
    /// The number of threads of the video decoder, 1 to 64; `nil`, the default, chooses by pixels per second: one thread up
    /// to 1080p30, two up to 1080p60, four above.
    public var videoThreads: Int?
    /// The pictures that are deinterlaced; by default those that the stream marks as interlaced. One picture is shown for each.
    public var deinterlacing = Deinterlacing.automatic
    /// The factory of the engines of playbacks; another one, such as that of a `ScriptedStage` of `PlayheadTestKit`, is for tests.
    public var makeEngine = MediaEngineFactory { PlaybackEngine(url: $0, configuration: $1, report: $2) }
    /// The packets that are decoded; all by default. A session without decoding shares a few threads with the other sessions of its kind.
    package var decoding = ViewerDecoding.all
    /// Whether the sessions of the process share the parsed form of equal playlists. False by default.
    package var sharesPlaylists = false
    /// Records the requests and the steps of engines; `nil`, the default, measures none of them.
    package var timeline: TimelineRecorder?

    /// Creates a configuration with the defaults.
    public init() {
        // The caller is about to create a player and will wait for the main actor.
        MainActorWatch.shared.ask()
    }

    var options: PlaybackOptions {
        var options = PlaybackOptions(
            autoplay: autoplay, repeats: playlist.repeats, openingTimeout: timeouts.opening, bufferingTimeout: timeouts.buffering,
            progressTimeout: timeouts.progress, isDVR: live.isDVR, minDvrWindow: live.minimumDVRWindow, liveResume: live.resume,
            captions: captions)
        options.audioLanguages = audio.languages
        options.skipsFailedItems = playlist.itemFailure == .skip
        return options
    }

    /// Creates the output of each playback; `nil` for silence.
    var makeAudioOutput: (@Sendable () -> any AudioOutput)? {
        switch audioOutput {
        case .automatic: pacing == .realTime && decoding == .all ? AudioOutputSelection.systemOutput(session: audio.session) : nil
        case .none: nil
        case .custom(let make): make
        }
    }
}
