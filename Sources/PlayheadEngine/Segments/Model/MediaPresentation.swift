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
    /// The captions inside the video; `nil` if the manifest does not mention them.
    var closedCaptions: MediaTrack? { get }

    /// Returns the only rendition of a presentation without a ladder.
    /// - Throws: `PlaybackError` if the rendition is not playable.
    func onlyRendition() throws -> any MediaRendition
    /// Returns the alternate audio that belongs to a place of the ladder.
    func audioOptions(beside place: LadderPosition) -> [AudioOption]
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
}

/// Loads the renditions of a presentation.
protocol RenditionLoader: AnyObject, Sendable {
    /// Loads the rendition at `url`, on the timeline of the rendition `leader`, unless the loaded one is up to date.
    /// - Throws: `PlaybackError`, `CancellationError`.
    func rendition(at url: String, following leader: (any MediaRendition)?) async throws -> any MediaRendition
}
