import PlayheadCore

/// A presentation in segments, as its manifest describes it. All that follows the manifest (choosing, fetching, decrypting, demuxing, placing on the
/// timeline) uses this protocol only; HLS is one implementation.
protocol MediaPresentation: RenditionLoader {
    /// The name of the streaming protocol, for a probe.
    var format: String { get }
    /// The rungs of the main rendition; `nil` if there is one rendition only.
    var ladder: Ladder? { get }
    /// The places of a presentation with a ladder; `nil` without one.
    var pathways: (any Pathways)? { get }
    /// The captions inside the video; `nil` if the manifest does not mention them.
    var closedCaptions: MediaTrack? { get }

    /// The only rendition of a presentation without a ladder.
    /// - Throws: `PlaybackError` if nothing in it can be played.
    func onlyRendition() throws -> any MediaRendition
    /// The alternate audio that belongs to a place of the ladder.
    func audioOptions(beside place: LadderPosition) -> [AudioOption]
    /// The captions that belong to a place of the ladder.
    func captionOptions(beside place: LadderPosition) -> [CaptionOption]
    /// The places of key frames, the one that suits `size` (pixels) best first.
    func keyFramePlaces(fitting size: PictureSize) -> [KeyFramePlace]

    /// Makes `rendition` the one whose window, dates and metadata are reported.
    func follow(_ rendition: any MediaRendition)
    /// Reports the dates and the metadata of the rendition that is followed.
    func reportContents()
    /// The date ranges that the rendition that is followed lists now; `nil` before there is one.
    var dateRanges: PlaylistDateRanges? { get }
    /// The start of the segment that begins nearest to `time`, both in seconds; `nil` before a rendition is followed.
    func segmentStart(nearest time: Double) -> Double?
    /// Ends all loading of manifests.
    func close() async
}

/// Loads the renditions of a presentation.
protocol RenditionLoader: AnyObject, Sendable {
    /// Loads the rendition at `url`, unless that is up to date.
    /// - Parameter leader: The rendition on whose timeline it is put.
    /// - Throws: `PlaybackError`, `CancellationError`.
    func rendition(at url: String, following leader: (any MediaRendition)?) async throws -> any MediaRendition
}
