/// The track model: the properties of an item once it is open.
public struct MediaDescription: Sendable, Hashable, Codable {
    /// The title in the media, or `nil`.
    public var title: String?
    /// The artist in the media, or `nil`.
    public var artist: String?
    /// The album in the media, or `nil`.
    public var album: String?
    /// The chapters in the order of their starts, or `nil` without any.
    public var chapters: [Chapter]?
    /// Whether the media has pictures.
    public var mediaType: MediaType { width == nil ? .audio : .video }
    /// The duration in seconds; infinity for a stream without an end.
    public var duration: Double
    /// The width of the picture in pixels, or `nil` without video.
    public var width: Int?
    /// The height of the picture in pixels, or `nil` without video.
    public var height: Int?
    /// The pictures per second, or `nil` if unknown.
    public var frameRate: Double?
    /// The range of valid playhead positions.
    public var seekableRange: TimeRange
    /// The window of a live stream, or `nil` for an on-demand one.
    public var window: LiveWindow?
    /// The ladder; the first entry is ``QualityLevel/automatic``. Never empty.
    public var levels: [QualityLevel]
    /// The index in `levels` of the selected level.
    public var currentLevel: Int
    /// The audio tracks; empty without sound.
    public var audioTracks: [MediaTrack]
    /// The index in `audioTracks`, or -1 without sound.
    public var currentAudioTrack: Int
    /// The captions tracks; the first entry is ``MediaTrack/captionsOff``. Never empty.
    public var captionsTracks: [MediaTrack]
    /// The index in `captionsTracks`.
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

extension MediaDescription {
    /// The type of media.
    public enum MediaType: String, Sendable, Hashable, CaseIterable {
        /// Sound without pictures; a cover is not a picture.
        case audio
        /// Pictures, with or without sound.
        case video
    }
}

/// A part of an item with a title.
public struct Chapter: Sendable, Hashable, Codable {
    /// The title, on one line.
    public var title: String
    /// The start and end, as positions in seconds.
    public var range: TimeRange

    /// Creates a chapter.
    public init(title: String, range: TimeRange) {
        self.title = title
        self.range = range
    }

    /// Creates a chapter of a file, whose title becomes one line of limited length.
    package init(text: String, range: TimeRange) {
        let maximum = 200
        self.init(title: String(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(maximum)), range: range)
    }
}
