/// The purpose of a request, which determines the error of a failure, and whether a compressed response is accepted.
public enum LoadKind: String, Sendable, Hashable, CaseIterable {
    /// A feed of items.
    case feed
    /// A playlist.
    case manifest
    /// A media segment or its initialization section.
    case segment
    /// A captions file or segment.
    case captions
    /// A decryption key.
    case key
    /// A whole media file, which is read in pieces.
    case media
}

extension LoadKind {
    /// The number of connections to a server that are kept ready for parallel requests, including that of the request itself.
    var connections: Int {
        switch self {
        // A start requests initialization sections and segments of pictures and sound. A seek cancels two transfers and starts two others.
        case .manifest, .segment: 4
        // A seek cancels the transfer; the index may be at the end of the file.
        case .media: 2
        case .feed, .captions, .key: 1
        }
    }

    /// The maximum number of bytes of a resource that is loaded whole, after decompression.
    package var maximumBytes: Int {
        switch self {
        case .feed, .manifest, .captions: 16 << 20
        case .segment: 64 << 20
        case .key: 4 << 10
        case .media: 4 << 20
        }
    }
}
