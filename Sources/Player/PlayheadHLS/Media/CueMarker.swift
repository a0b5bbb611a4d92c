/// An ad break in the notation of older packagers (`EXT-X-CUE-OUT`, `EXT-X-CUE-OUT-CONT`, `EXT-X-CUE-IN`), which is not standardized but in
/// wide use.
package struct CueMarker: Sendable, Hashable {
    /// The kind of a marker.
    package enum Kind: Sendable, Hashable {
        /// The break begins.
        case out
        /// The break continues.
        case outContinued
        /// The program resumes.
        case `in`
    }

    /// The kind of the marker.
    package var kind: Kind
    /// The duration of the break in seconds, if present.
    package var duration: Double?
    /// The elapsed time of the break in seconds, if present.
    package var elapsed: Double?
    /// The text after the colon, as written; nil without a colon.
    package var text: String?
    /// The sequence number of the segment that follows the tag.
    package var mediaSequence: Int

    /// Makes a marker.
    package init(kind: Kind, duration: Double? = nil, elapsed: Double? = nil, text: String? = nil, mediaSequence: Int = 0) {
        self.kind = kind
        self.duration = duration
        self.elapsed = elapsed
        self.text = text
        self.mediaSequence = mediaSequence
    }
}
