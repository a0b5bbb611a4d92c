/// The limits of a caption file, above those of any real one: what exceeds them is ignored with a warning, because a small file could take
/// hundreds of times its size in memory.
package enum CaptionLimits {
    /// The maximum number of lines.
    package static let lines = 1_000_000
    /// The maximum number of cues, also of all files and segments of a track.
    package static let cues = 100_000
    /// The maximum number of warnings.
    package static let warnings = 1000
    /// The maximum number of style sheets.
    package static let styles = 64
    /// The maximum number of regions.
    package static let regions = 1000
    /// The maximum number of lines of a header that are kept.
    package static let headerFields = 256
}
