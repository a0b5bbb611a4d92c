/// Why a text is no WebVTT file.
public enum WebVTTError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is nothing in it.
    case empty
    /// It does not start with `WEBVTT`.
    case noSignature
    /// Something else than a space, a tab or an end of line follows `WEBVTT`.
    case damagedSignature

    /// The reason in words.
    public var description: String {
        switch self {
        case .empty: "the text is empty, which is not a WebVTT file"
        case .noSignature: "not a WebVTT file: it does not start with WEBVTT"
        case .damagedSignature: "not a WebVTT file: WEBVTT at its start is not followed by a space, a tab or the end of the line"
        }
    }
}
