import PlayheadCore

/// What a SubRip (SRT) file says.
public struct SubRipFile: Sendable, Hashable {
    /// The cues in the file's order, with their markup as WebVTT has it; times in seconds.
    public var cues: [CaptionCue] = []
    /// What is wrong with the file, in the order of lines.
    public var warnings: [CaptionWarning] = []

    /// Makes an empty file.
    public init() {}
}
