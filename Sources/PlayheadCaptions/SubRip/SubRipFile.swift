import PlayheadCore

/// The content of a SubRip (SRT) file.
public struct SubRipFile: Sendable, Hashable {
    /// The cues in the file's order, with their markup in WebVTT's form; times in seconds.
    public var cues: [CaptionCue] = []
    /// The problems of the file, in the order of lines.
    public var warnings: [CaptionWarning] = []

    /// Makes an empty file.
    public init() {}
}
