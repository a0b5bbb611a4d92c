/// The reason why a text is not a WebVTT file.
package enum WebVTTError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is empty.
    case empty
    /// The text does not start with `WEBVTT`.
    case noSignature
    /// The character after `WEBVTT` is not a space, a tab or a line end.
    case damagedSignature

    /// The reason in words.
    package var description: String {
        switch self {
        case .empty: "the text is empty, which is not a WebVTT file"
        case .noSignature: "not a WebVTT file: it does not start with WEBVTT"
        case .damagedSignature: "not a WebVTT file: WEBVTT at its start is not followed by a space, a tab or the end of the line"
        }
    }
}
