import PlayheadCore

/// A rung of a ladder as viewers see it: two streams with rungs of the same name and bit rate share it.
package struct Rung: Sendable, Hashable {
    /// The name, such as `720p`.
    package var label: String
    /// The peak bit rate in bits per second; `nil` if the stream does not declare it.
    package var bitrate: Int?

    /// Creates the rung of a level.
    package init(_ level: QualityLevel) { (label, bitrate) = (SafeText.clean(level.label, limit: 32), level.bitrate) }
}
