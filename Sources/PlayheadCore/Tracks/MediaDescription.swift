/// What is known of an item once it is open: the track model.
public struct MediaDescription: Sendable, Hashable, Codable {
    /// The title that the media itself carries, or `nil`.
    public var title: String?
    /// The artist that the media itself carries, or `nil`.
    public var artist: String?
    /// Length in seconds; infinity where the stream has no end yet.
    public var duration: Double
    /// Picture width in pixels, or `nil` without picture.
    public var width: Int?
    /// Picture height in pixels, or `nil` without picture.
    public var height: Int?
    /// Pictures a second, or `nil` where unknown.
    public var frameRate: Double?
    /// Where the playhead may be put.
    public var seekableRange: TimeRange
    /// The window of a live stream, or `nil` for an on-demand one.
    public var window: LiveWindow?
    /// The ladder; the first entry is ``QualityLevel/automatic``. Never empty.
    public var levels: [QualityLevel]
    /// Index into `levels` of what is chosen.
    public var currentLevel: Int
    /// The audio tracks; empty without sound.
    public var audioTracks: [MediaTrack]
    /// Index into `audioTracks`, or -1 without sound.
    public var currentAudioTrack: Int
    /// The captions tracks; the first entry is ``MediaTrack/captionsOff``. Never empty.
    public var captionsTracks: [MediaTrack]
    /// Index into `captionsTracks`.
    public var currentCaptionsTrack: Int

    /// Makes a description of a presentation of `duration` seconds with the given tracks.
    public init(
        duration: Double,
        width: Int? = nil,
        height: Int? = nil,
        frameRate: Double? = nil,
        seekableRange: TimeRange? = nil,
        window: LiveWindow? = nil,
        levels: [QualityLevel] = [.automatic],
        currentLevel: Int = 0,
        audioTracks: [MediaTrack] = [],
        currentAudioTrack: Int = -1,
        captionsTracks: [MediaTrack] = [.captionsOff],
        currentCaptionsTrack: Int = 0
    ) {
        self.duration = duration
        self.width = width
        self.height = height
        self.frameRate = frameRate
        self.seekableRange = seekableRange ?? TimeRange(start: 0, end: duration)
        self.window = window
        self.levels = levels
        self.currentLevel = currentLevel
        self.audioTracks = audioTracks
        self.currentAudioTrack = currentAudioTrack
        self.captionsTracks = captionsTracks
        self.currentCaptionsTrack = currentCaptionsTrack
    }
}
