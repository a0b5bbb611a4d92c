import Foundation
import PlayheadAdaptive
import PlayheadCore
import PlayheadTransport

/// The configuration of an engine: its clock, outputs, loader and limits.
package struct EngineConfiguration: Sendable {
    /// The only source of time.
    package var clock: any PlaybackClock
    /// The source of the movement of the playhead.
    package var pacing: PlaybackPacing
    /// The output for pictures; without an output they are still decoded, timed and counted.
    package var videoOutput: (any VideoOutput)?
    /// Creates the output for sound; without an output, sound is only decoded, timed and counted.
    package var makeAudioOutput: (@Sendable () -> any AudioOutput)?
    /// Whether a missing audio device is a fatal error; if not, the engine reports a warning and playback continues in silence.
    package var requiresAudioOutput: Bool
    /// The loader for everything except local files.
    package var loader: any Loader
    /// The options of every request.
    package var requestOptions: RequestOptions
    /// The media type to assume for the resource, regardless of the response; `nil` to use the type in the response.
    package var mimeType: String?
    /// Whether a file without an exact duration is read to its end during opening to determine the duration. False by default.
    package var prefersPreciseDuration = false
    /// The duration loaded ahead of the playhead, in seconds.
    package var forwardBuffer: Double
    /// The duration kept behind the playhead, in seconds.
    package var backBuffer: Double
    /// The level to start with; 0 for automatic selection.
    package var initialLevel: Int
    /// A level of another stream; if there is one, the level that is most similar to it is the initial one.
    package var similarLevel: QualityLevel?
    /// The sound to start with, if the stream has several.
    package var preferredAudio = AudioPreference()
    /// The initial limits for automatic selection of levels; see ``EngineCommand/setQualityLimits(_:)``.
    package var qualityLimits = QualityLimits()
    /// The throughput measurements of an earlier playback, used to select the first level.
    package var throughputMemory: ThroughputMemory?
    /// The latency of low-latency streams.
    package var liveLatency = LiveLatency()
    /// The caption files separate from the media.
    package var sidecarCaptions: [SidecarCaptions] = []
    /// The encoding of these files; see ``CaptionPreferences/encoding``.
    package var captionsEncoding: String?
    /// Whether the first picture may be shown now, before the stream is open; called on any thread. `nil`: never. It should return false
    /// if playback is not intended, or starts with something else, such as an ad or another position.
    package var permitsFirstPicture: (@Sendable () -> Bool)?
    /// The maximum number of bytes loaded ahead of the playhead; for tests.
    var forwardBytes = PacketStore.Limits().forwardBytes
    /// Creates the policy that selects rungs of a ladder, for tests; `nil` for that of the player.
    var makePolicy: (@Sendable (ThroughputMemory?) -> any RungPolicy)?
    /// Whether many reports wait for the client, called on any thread: unpaced playback pauses until they are handled. `nil`: never.
    package var isClientBehind: (@Sendable () -> Bool)?
    /// Receives the steps between requests and outputs, on any thread; `nil` to measure none of them. It must return soon.
    package var onStep: (@Sendable (EngineStep) -> Void)?
    /// The packets that are decoded; all by default.
    package var decoding = ViewerDecoding.all
    /// Whether playbacks of the process share the parsed form of equal playlists. False by default.
    package var sharesPlaylists = false
    /// Receives the attempts to load another level, on any thread. It must return soon.
    package var onLevelAttempt: @Sendable (LevelAttempt) -> Void = { _ in }
    /// The number of threads of the video decoder, 1 to 64; `nil`, the default, chooses by pixels per second: one up to 1080p30, two
    /// up to 1080p60, four above.
    package var videoThreads: Int?
    /// The pictures that are deinterlaced; by default those that the stream marks as interlaced. One picture is shown for each.
    package var deinterlacing = Deinterlacing.automatic
    /// The interval of progress reports during playback in seconds, at least 0.01; 0.1 by default.
    package var progressInterval: Double

    /// Creates a configuration with the defaults of a player.
    package init(loader: any Loader, clock: any PlaybackClock = SystemClock()) {
        self.loader = loader
        self.clock = clock
        pacing = .realTime
        requiresAudioOutput = false
        requestOptions = RequestOptions()
        forwardBuffer = 30
        backBuffer = 30
        initialLevel = 0
        progressInterval = 0.1
    }
}

/// The source of the movement of the playhead.
public enum PlaybackPacing: Sendable, Hashable {
    /// The clock moves the playhead, or the audio device if there is one.
    case realTime
    /// The data moves the playhead as fast as it can be decoded. No frame is dropped, and no sound is played.
    case unpaced
}

/// The pictures whose interlaced lines are combined: a camera of broadcast television records every second line of a picture at another time,
/// which looks like a comb where something moves.
public enum Deinterlacing: String, Sendable, Hashable, CaseIterable {
    /// The pictures that the stream marks as interlaced.
    case automatic
    /// No picture.
    case off
    /// All pictures, for streams that do not mark them.
    case on
}
