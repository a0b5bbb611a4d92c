import PlayheadCore

/// The content of a SubRip (SRT) file.
package struct SubRipFile: Sendable, Hashable {
    /// The cues in the file's order, with their markup in WebVTT's form; times in seconds.
    package var cues: [CaptionCue] = []
    /// The problems of the file, in the order of lines.
    package var warnings: [CaptionWarning] = []

    /// Makes an empty file.
    package init() {}
}
