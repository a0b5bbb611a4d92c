/// The object that a request loads.
public enum LoadObject: Sendable, Hashable {
    /// A multivariant playlist, or the first playlist of an item, whose type is unknown before it has arrived.
    case multivariantPlaylist
    /// A media playlist with segments of this content.
    case mediaPlaylist(MediaContent)
    /// A segment, or the rest of one.
    case segment(MediaContent)
    /// A part of a segment, in low latency.
    case part(MediaContent)
    /// An initialization segment.
    case initializationSegment(MediaContent)
    /// A picture of an I-frame playlist.
    case keyFrame
    /// Media from which a thumbnail is made.
    case thumbnail
    /// A decryption key.
    case key
    /// A captions file beside the media.
    case captionFile
    /// A file of chapters, or of the places of thumbnails, beside the media.
    case sideTrack
    /// A whole media file, which is read in pieces.
    case file
    /// A steering manifest.
    case steeringManifest
    /// A feed of items.
    case feed
    /// A document of ads or of their schedule.
    case adDocument
    /// A call that reports an event of an ad.
    case tracker
    /// A picture, such as artwork.
    case image
}

/// The content of a playlist or segment, as declared by the multivariant playlist.
public enum MediaContent: String, Sendable, Hashable, Codable, CaseIterable {
    /// Video without audio.
    case video
    /// Audio without video.
    case audio
    /// Video together with audio.
    case muxed
    /// Captions.
    case captions
    /// The content is not declared, for example without a multivariant playlist.
    case unknown
}

extension LoadObject {
    /// Creates the object that a purpose implies.
    public init(_ kind: LoadKind) {
        self =
            switch kind {
            case .feed: .feed
            case .manifest: .mediaPlaylist(.unknown)
            case .segment: .segment(.unknown)
            case .captions: .captionFile
            case .key: .key
            case .media: .file
            }
    }

    /// The purpose of requests for the object.
    public var kind: LoadKind {
        switch self {
        case .multivariantPlaylist, .mediaPlaylist, .steeringManifest: .manifest
        case .segment(.captions), .captionFile, .sideTrack: .captions
        case .segment, .part, .initializationSegment, .keyFrame, .thumbnail: .segment
        case .key: .key
        case .file, .image: .media
        case .feed, .adDocument, .tracker: .feed
        }
    }

    /// The content of a playlist or segment; `nil` for other objects.
    public var content: MediaContent? {
        switch self {
        case .mediaPlaylist(let content), .segment(let content), .part(let content), .initializationSegment(let content): content
        case .keyFrame: .video
        default: nil
        }
    }

    /// The name of the case, as in reports and logs.
    public var name: String {
        switch self {
        case .multivariantPlaylist: "multivariantPlaylist"
        case .mediaPlaylist: "mediaPlaylist"
        case .segment: "segment"
        case .part: "part"
        case .initializationSegment: "initializationSegment"
        case .keyFrame: "keyFrame"
        case .thumbnail: "thumbnail"
        case .key: "key"
        case .captionFile: "captionFile"
        case .sideTrack: "sideTrack"
        case .file: "file"
        case .steeringManifest: "steeringManifest"
        case .feed: "feed"
        case .adDocument: "adDocument"
        case .tracker: "tracker"
        case .image: "image"
        }
    }
}
