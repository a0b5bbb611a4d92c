import PlayheadAdaptive
import PlayheadCore
import PlayheadFFmpeg

/// The description of an opened source.
struct OpenedMedia: Sendable {
    /// The track model.
    var description: MediaDescription
    /// The streams that are played.
    var video: StreamInfo?
    var audio: StreamInfo?
    /// All streams of the container, for `probe`.
    var streams: [StreamInfo]
    /// The name of the container or protocol.
    var format: String
    /// The position at which playback starts, in seconds.
    var start = 0.0
    /// Whether `description.duration` is exact.
    var isDurationExact = false
    /// Whether `description.duration` is an estimate, or may lack the last pictures or sound, so that the end of what is read replaces it.
    var isDurationEstimated = false
    /// The tolerance within which a file has to reach the duration that its header announces, in seconds; `nil` without such a duration.
    var announcedTolerance: Double?
    /// The seconds to subtract from times of the container to get times of the presentation.
    var origin = 0.0
    /// Whether any content has an unsupported protection.
    var hasProtectedContent = false
    /// The captions inside the video that the stream announces, one track for each channel.
    var closedCaptions: [ClosedCaptionTrack] = []
    /// The metadata tags of the container.
    var tags: [(name: String, value: String)] = []
    /// The image file of the cover in the container, or `nil`.
    var artwork: [UInt8]?
    /// The chapters in the container, in times of the container.
    var chapters: [ContainerChapter] = []
    /// The caption tracks of the source.
    var captions: [CaptionsController.Offer] = []
}

extension OpenedMedia {
    /// Adds pictures that have appeared.
    mutating func addPictures(_ stream: StreamInfo) {
        video = stream
        streams.append(stream)
        (description.width, description.height, description.frameRate) = (stream.width, stream.height, stream.frameRate)
    }

    /// Adds sound that has appeared.
    mutating func addSound(_ stream: StreamInfo) {
        audio = stream
        streams.append(stream)
        guard description.audioTracks.isEmpty else { return }
        description.audioTracks = [
            MediaTrack(index: 0, name: stream.language ?? "Audio", language: stream.language, isDefault: true)
        ]
        description.currentAudioTrack = 0
    }
}

/// A source that fills a ``PacketStore`` from one stream, independent of its protocol.
///
/// All calls come from the engine; none except `open` and `close` waits.
protocol MediaSource: AnyObject, Sendable {
    /// Opens the stream and starts filling the store from `start` seconds; `nil` selects the start of the stream, or the live edge.
    /// - Throws: `PlaybackError`.
    func open(at start: Double?) async throws -> OpenedMedia
    /// Empties the store and fills it from `time` seconds.
    func seek(to time: Double)
    /// Switches to level `index` of the ladder (0: automatic selection) as soon after `playhead` as possible without a gap.
    func selectLevel(_ index: Int, playhead: Double)
    /// Loads the audio track `index` from `playhead` on, beside the current one; ``takeOverSound(at:amount:isUrgent:)`` switches to it.
    func selectAudioTrack(_ index: Int, playhead: Double)
    /// Switches to the selected sound if enough of it is in the store; see `PacketStore.takeOver`.
    func takeOverSound(at time: Double, amount: Double, isUrgent: Bool) -> Bool
    /// Notifies the source that the playhead was moved to `time` seconds, inside the loaded range.
    func playheadMoved(to time: Double)
    /// Returns the window of a live stream at monotonic time `now` (seconds); `nil` for a stream with an end.
    func window(at now: Double) -> LiveWindow?
    /// The monotonic time at which the data since the last seek began to arrive, in seconds; `nil` if it is unknown.
    var loadingBegan: Double? { get }
    /// Sets the limits for the selection of levels from the next segment on.
    func setQualityLimits(_ limits: QualityLimits)
    /// Continues with a level whose pictures are smaller than those of `level`, which the machine cannot decode in time, and does not
    /// select larger ones for a while.
    /// - Returns: Whether there is such a level; a level that the app selected stays.
    func limitDecoding(below level: QualityLevel) -> Bool
    /// Sets the playback rate, for the selection of levels; 0 while paused.
    func setRate(_ rate: Double)
    /// The throughput measurements for the next playback; `nil` if there are none.
    var throughputMemory: ThroughputMemory? { get }
    /// The number of segments that took longer to load than their duration.
    var downloadsOverdue: Int { get }
    /// The date ranges that the playlist lists currently; `nil` without a playlist.
    var dateRanges: PlaylistDateRanges? { get }
    /// Returns the start of the segment whose start is nearest to `time`, both in seconds; `nil` without a playlist.
    func segmentStart(nearest time: Double) -> Double?
    /// Stops all threads and transfers and waits for their end.
    func close() async
}

extension MediaSource {
    func window(at now: Double) -> LiveWindow? { nil }
    var loadingBegan: Double? { nil }
    func setRate(_ rate: Double) {}
    func setQualityLimits(_ limits: QualityLimits) {}
    func limitDecoding(below level: QualityLevel) -> Bool { false }
    func takeOverSound(at time: Double, amount: Double, isUrgent: Bool) -> Bool { false }
    func playheadMoved(to time: Double) {}
    var throughputMemory: ThroughputMemory? { nil }
    var downloadsOverdue: Int { 0 }
    var dateRanges: PlaylistDateRanges? { nil }
    func segmentStart(nearest time: Double) -> Double? { nil }
}

/// The preferences of the app for the selection of levels, and for the start.
struct SourcePreferences: Sendable {
    /// The level to start with; 0 for automatic selection.
    var level = 0
    /// A level of another stream; the most similar one is preferred to `level`.
    var similarLevel: QualityLevel?
    /// The sound to start with, if the stream has several.
    var audio = AudioPreference()
    /// The initial limits for automatic selection.
    var limits = QualityLimits()
    /// Whether on-demand streams start where their manifest specifies (`EXT-X-START`), and not at their beginning.
    var usesStartTime = true
    /// The throughput that an earlier playback measured.
    var memory: ThroughputMemory?
    /// The target distance from the live edge in low latency, in seconds; `nil` follows the origin.
    var liveLatency: Double?
    /// Receives the attempts to load another level, on any thread.
    var onLevelAttempt: @Sendable (LevelAttempt) -> Void = { _ in }
    /// Creates the policy that selects rungs.
    var makePolicy: @Sendable (ThroughputMemory?) -> any RungPolicy = { PlayerPolicy(memory: $0) }
}
