import PlayheadAdaptive
import PlayheadCore
import PlayheadFFmpeg

/// What a source found when it was opened.
struct OpenedMedia: Sendable {
    /// The track model.
    var description: MediaDescription
    /// The streams that are played.
    var video: StreamInfo?
    var audio: StreamInfo?
    /// All streams of the container, for `probe`.
    var streams: [StreamInfo]
    /// The container's or protocol's name.
    var format: String
    /// Where playing begins, in seconds.
    var start = 0.0
    /// Whether `description.duration` is exact.
    var isDurationExact = false
    /// The tolerance within which a file has to reach `description.duration`, in seconds, because its header announces it; `nil` where it does not.
    var announcedTolerance: Double?
    /// What to subtract from the container's times to get the presentation's, in seconds.
    var origin = 0.0
    /// Whether something in it is protected so that it can't be played.
    var hasProtectedContent = false
    /// What the stream says of the captions inside its video, or `nil`.
    var closedCaptions: MediaTrack?
    /// What the container says of itself.
    var tags: [(name: String, value: String)] = []
    /// The chapters in the container, in the container's times.
    var chapters: [ContainerChapter] = []
    /// The captions that it offers.
    var captions: [CaptionsController.Offer] = []
}

/// Fills a ``PacketStore`` from one stream, whatever its protocol.
///
/// All calls come from the engine; none of them but `open` and `close` waits.
protocol MediaSource: AnyObject, Sendable {
    /// Opens the stream and starts filling the store from `start` seconds; `nil` leaves it to the stream: its beginning, or a live one's edge.
    /// - Throws: `PlaybackError`.
    func open(at start: Double?) async throws -> OpenedMedia
    /// Empties the store and fills it from `time` seconds.
    func seek(to time: Double)
    /// Goes over to level `index` of the ladder (0: the source chooses) as soon after `playhead` as it can without a gap.
    func selectLevel(_ index: Int, playhead: Double)
    /// Loads the sound of audio track `index` from `playhead` on, beside the one that is heard; ``takeOverSound(at:amount:isUrgent:)`` goes over to it.
    func selectAudioTrack(_ index: Int, playhead: Double)
    /// Goes over to the sound that was chosen, where enough of it is in the store; see `PacketStore.takeOver`.
    func takeOverSound(at time: Double, amount: Double, isUrgent: Bool) -> Bool
    /// The playhead was put at `time` seconds, inside of what is loaded.
    func playheadMoved(to time: Double)
    /// Where the window of a live stream is at monotonic time `now` (seconds); `nil` of a stream with an end.
    func window(at now: Double) -> LiveWindow?
    /// Holds the choice of levels to other limits, from the next segment on.
    func setQualityLimits(_ limits: QualityLimits)
    /// Says how fast the playhead moves, for the choice of levels; 0 while it stands.
    func setRate(_ rate: Double)
    /// What was learnt of the network, for the next playback; `nil` where nothing was.
    var throughputMemory: ThroughputMemory? { get }
    /// How many segments took longer to load than they last.
    var downloadsOverdue: Int { get }
    /// The date ranges that the playlist lists now; `nil` without one.
    var dateRanges: PlaylistDateRanges? { get }
    /// Where the segment begins that begins nearest to `time`, both in seconds; `nil` without a playlist.
    func segmentStart(nearest time: Double) -> Double?
    /// Ends all threads and transfers.
    func close() async
}

extension MediaSource {
    func window(at now: Double) -> LiveWindow? { nil }
    func setRate(_ rate: Double) {}
    func setQualityLimits(_ limits: QualityLimits) {}
    func takeOverSound(at time: Double, amount: Double, isUrgent: Bool) -> Bool { false }
    func playheadMoved(to time: Double) {}
    var throughputMemory: ThroughputMemory? { nil }
    var downloadsOverdue: Int { 0 }
    var dateRanges: PlaylistDateRanges? { nil }
    func segmentStart(nearest time: Double) -> Double? { nil }
}
