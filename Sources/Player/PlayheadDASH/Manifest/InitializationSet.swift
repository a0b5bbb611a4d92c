/// An initialization that representations of several periods have in common (ISO/IEC 23009-1 §5.3.12). Playback uses those of the representations.
package struct InitializationSet: Sendable, Hashable {
    /// The identifier.
    package var id: String?
    /// Whether each period has a representation with the initialization.
    package var isInAllPeriods = true
    /// The kind of the content, as written.
    package var contentType: String?
    /// The media type.
    package var mimeType: String?
    /// The codecs (RFC 6381).
    package var codecs: [String] = []
    /// The absolute URL of the initialization segment.
    package var url: String?
}
