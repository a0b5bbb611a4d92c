import Foundation
import PlayheadAdaptive
import PlayheadCore
import PlayheadTransport

/// What an engine needs of the world.
public struct EngineConfiguration: Sendable {
    /// What makes the playhead move.
    public enum Pacing: Sendable, Hashable {
        /// The clock, or the audio device where there is one.
        case realTime
        /// The data: as fast as it can be decoded. No frame is dropped, nothing sounds.
        case unpaced
    }

    /// The only source of time.
    public var clock: any PlaybackClock
    /// What makes the playhead move.
    public var pacing: Pacing
    /// Where pictures go; they are decoded, timed and counted without one too.
    public var videoOutput: (any VideoOutput)?
    /// Makes the place where sound goes; without one it is decoded, timed and counted only.
    public var makeAudioOutput: (@Sendable () -> any AudioOutput)?
    /// Whether a missing audio device is a fatal error; if not, it is a warning and playing goes on in silence.
    public var requiresAudioOutput: Bool
    /// Fetches all that is not a local file.
    public var loader: any Loader
    /// What every request carries.
    public var requestOptions: RequestOptions
    /// What is taken as the type of the resource, whatever its server says; `nil` leaves it to that.
    public var mimeType: String?
    /// Whether a file without an exact duration is read to its end when it is opened, to learn it. False by default.
    public var prefersPreciseDuration = false
    /// Seconds ahead of the playhead that are loaded.
    public var forwardBuffer: Double
    /// Seconds behind the playhead that are kept.
    public var backBuffer: Double
    /// The level to start on; 0 leaves the choice to the player.
    public var initialLevel: Int
    /// What the player's own choice of a level is held to at first; see ``MediaEngine/setQualityLimits(_:)``.
    public var qualityLimits = QualityLimits()
    /// What an earlier playback learnt of the network, to choose the first level by.
    public var throughputMemory: ThroughputMemory?
    /// Captions files beside the media.
    public var sidecarCaptions: [SidecarCaptions] = []
    /// Bytes ahead of the playhead that are enough; for tests.
    var forwardBytes = PacketStore.Limits().forwardBytes
    /// Makes what weighs the rungs of a ladder; for tests.
    var makePolicy: @Sendable (ThroughputMemory?) -> any RungPolicy = { AdaptivePolicy(memory: $0) }
    /// Threads of the video decoder.
    public var videoThreads: Int
    /// Seconds between reports of progress while playing, at least 0.01; 0.1 by default.
    public var progressInterval: Double

    /// Makes a configuration with the defaults of a player.
    public init(loader: any Loader, clock: any PlaybackClock = SystemClock()) {
        self.loader = loader
        self.clock = clock
        pacing = .realTime
        requiresAudioOutput = false
        requestOptions = RequestOptions()
        forwardBuffer = 30
        backBuffer = 30
        initialLevel = 0
        videoThreads = 2
        progressInterval = 0.1
    }
}
