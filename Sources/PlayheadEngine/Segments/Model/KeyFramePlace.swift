/// A rendition that key frames can be read from.
struct KeyFramePlace: Sendable, Hashable {
    /// The absolute URL.
    var url: String
    /// Whether each of its segments is one key frame.
    var isIFramesOnly: Bool
}
