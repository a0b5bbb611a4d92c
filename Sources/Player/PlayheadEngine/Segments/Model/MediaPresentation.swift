import PlayheadCore

/// A presentation in segments as described by its manifest. Everything after the manifest (selecting, fetching, decrypting, demuxing,
/// timeline) uses this protocol only; HLS is one implementation.
protocol MediaPresentation: RenditionLoader {
    /// The name of the streaming protocol, for a probe.
    var format: String { get }
    /// The rungs of the main rendition; `nil` if there is only one rendition.
    var ladder: Ladder? { get }
    /// The pathways of a presentation with a ladder; `nil` without a ladder.
    var pathways: (any Pathways)? { get }
    /// The captions inside the video that the manifest announces, one track for each channel.
    var closedCaptions: [ClosedCaptionTrack] { get }

    /// Returns the only rendition of a presentation without a ladder.
    /// - Throws: `PlaybackError` if the rendition is not playable.
    func onlyRendition() async throws -> any MediaRendition
    /// Returns the alternate audio that belongs to a place of the ladder.
    func audioOptions(beside place: LadderPosition) -> [AudioOption]
    /// Returns the bit rates of the audio at `url`, from the lowest to the highest; empty if there is only one.
    func audioRates(sameAs url: String) -> [AudioRate]
    /// Returns the captions that belong to a place of the ladder.
    func captionOptions(beside place: LadderPosition) -> [CaptionOption]
    /// Returns the tracks in the segments of a place of the ladder as the manifest announces them, at least one; pictures if it does not.
    /// `nil` is the place of an only rendition.
    func announcedTracks(at place: LadderPosition?) -> Set<TrackKind>
    /// Returns the places of key frames, starting with the one that fits `size` (pixels) best.
    func keyFramePlaces(fitting size: PictureSize) -> [KeyFramePlace]

    /// Follows `rendition`: its window, dates and metadata are reported.
    func follow(_ rendition: any MediaRendition)
    /// Reports the dates and the metadata of the followed rendition.
    func reportContents()
    /// The date ranges that the followed rendition lists currently; `nil` before there is one.
    var dateRanges: PlaylistDateRanges? { get }
    /// Returns the start of the segment whose start is nearest to `time`, both in seconds; `nil` before a rendition is followed.
    func segmentStart(nearest time: Double) -> Double?
    /// Ends all loading of manifests.
    func close() async
}

extension MediaPresentation {
    /// Returns pictures: announcements are optional for a manifest.
    func announcedTracks(at place: LadderPosition?) -> Set<TrackKind> { [.video] }

    /// Returns no bit rates: each audio rendition has one.
    func audioRates(sameAs url: String) -> [AudioRate] { [] }
}

/// Loads the renditions of a presentation.
protocol RenditionLoader: AnyObject, Sendable {
    /// Loads the rendition at `url`, on the timeline of the rendition `leader`, unless the loaded one is up to date.
    /// - Throws: `PlaybackError`, `CancellationError`.
    func rendition(at url: String, following leader: (any MediaRendition)?) async throws -> any MediaRendition
}

/// An alternate audio rendition that can be selected.
struct AudioOption: Sendable, Hashable {
    /// The name for menus.
    var name: String
    /// The BCP 47 language tag, or `nil`.
    var language: String?
    /// Whether the rendition is played if the viewer has not selected one.
    var isDefault = false
    /// Whether the rendition may be selected automatically.
    var isAutoselect = false
    /// The absolute URL; `nil` for the sound inside the main rendition.
    var url: String?
    /// The place among the sounds inside the main rendition, if it has several.
    var soundIndex: Int?
}

/// One of several bit rates of the same sound, in the same format.
struct AudioRate: Sendable, Hashable {
    /// The bit rate in bits per second.
    var bitrate: Int
    /// The absolute URL of the rendition.
    var url: String
}

/// A caption rendition that can be selected.
struct CaptionOption: Sendable {
    /// The track for menus.
    var track: MediaTrack
    /// The absolute URL.
    var url: String
}

/// A rendition from which key frames can be read.
struct KeyFramePlace: Sendable, Hashable {
    /// The absolute URL.
    var url: String
    /// Whether each segment is one key frame.
    var isIFramesOnly: Bool
}

/// The pathways of a presentation, and the preferred one (content steering).
protocol Pathways: AnyObject, Sendable {
    /// The preferred pathway; `nil` if there is only one.
    var preferred: String? { get }

    /// Calls `handler` on any thread for each change of the pathway or of the known places.
    func onChange(_ handler: @escaping @Sendable (_ pathway: String, _ ladder: Ladder) -> Void)
    /// Asks the steering server before playback starts, if the manifest demands it; returns after a few seconds at the latest.
    func prepare() async
    /// Starts following the steering server, if there is one.
    /// - Parameter throughput: Returns the expected throughput in bits per second, which is sent to the server.
    func start(throughput: @escaping @Sendable () -> Double?)
    /// Reports that a manifest or segment of `pathway` failed to load.
    func failed(_ pathway: String)
    /// Returns the places of the audio at `url`, starting with the preferred pathway.
    func audioPlaces(sameAs url: String) -> (pathway: String, places: [Ladder.Place])
    /// Returns the URLs that should replace the captions at `url`, best first. If `isFailing`, the captions at `url` are unavailable; if
    /// not, only the preferred pathway is considered.
    func captions(insteadOf url: String, isFailing: Bool) -> [String]
    /// Stops following the steering server.
    func close() async
}
