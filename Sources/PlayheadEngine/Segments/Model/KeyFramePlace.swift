/// A rendition from which key frames can be read.
struct KeyFramePlace: Sendable, Hashable {
    /// The absolute URL.
    var url: String
    /// Whether each segment is one key frame.
    var isIFramesOnly: Bool
}
