/// What a request is for; it decides how a failure is called, and whether a compressed answer is accepted.
public enum LoadKind: String, Sendable, Hashable, CaseIterable {
    /// A list of items to play.
    case feed
    /// A playlist.
    case manifest
    /// A media segment or its initialization section.
    case segment
    /// Captions: a file, or a segment of them.
    case captions
    /// A decryption key.
    case key
    /// A whole media file, read in pieces.
    case media
}

extension LoadKind {
    /// The most bytes of a resource that is loaded whole, after unpacking.
    package var maximumBytes: Int {
        switch self {
        case .feed, .manifest, .captions: 16 << 20
        case .segment: 64 << 20
        case .key: 4 << 10
        case .media: 4 << 20
        }
    }
}
