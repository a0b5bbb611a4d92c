import Foundation

/// The content of ``MetaEvent`` and ``MetaParsedEvent`` as types instead of named values.
///
/// Times are in seconds, as in the fields of the event. A value that is unknown or absent in the stream is `nil`.
public enum MetaContent: Sendable, Hashable {
    /// An ID3 tag.
    case id3(ID3Content)
    /// A date range of a playlist (EXT-X-DATERANGE), or a period of DASH.
    case dateRange(DateRangeContent)
    /// A date of a playlist (EXT-X-PROGRAM-DATE-TIME), in the form of ISO 8601.
    case programDateTime(String)
    /// An event message of fragmented MP4.
    case eventMessage(EventMessageContent)
    /// A SCTE-35 command, or a cue marker of a playlist.
    case splice(SpliceContent)
    /// An XMP packet.
    case xmp(String)
    /// The key frames that a file lists.
    case keyFrames(KeyFramesContent)
    /// The song that a station plays.
    case nowPlaying(NowPlayingContent)
    /// Any other kind, such as a change of the media; read the fields of the event.
    case other

    /// Reads the fields of an event; `other` if they belong to no other case.
    public init(_ fields: EventFields) {
        let kind = fields["metadataType"]?.text.flatMap(TimedMetadata.Kind.init(rawValue:))
        let metadata = fields["metadata"]?.object ?? [:]
        switch kind {
        case .id3: self = .id3(ID3Content(fields))
        case .dateRange: self = .dateRange(DateRangeContent(metadata))
        case .programDateTime: self = fields["programDateTime"]?.text.map { .programDateTime($0) } ?? .other
        case .eventMessage: self = .eventMessage(EventMessageContent(metadata))
        case .scte35: self = .splice(SpliceContent(metadata))
        case .xmp: self = metadata["xmp"]?.text.map { .xmp($0) } ?? .other
        case .keyFrames: self = .keyFrames(KeyFramesContent(metadata))
        case .nowPlaying: self = .nowPlaying(NowPlayingContent(metadata))
        case nil: self = .other
        }
    }
}

/// The content of an ID3 tag.
public struct ID3Content: Sendable, Hashable {
    /// A frame of a tag.
    public struct Frame: Sendable, Hashable {
        /// The identifier of the tag's version, such as `TIT2`.
        public var id: String
        /// The texts; a URL for frames of links.
        public var texts: [String]
        /// The description.
        public var description: String?
        /// The owner of private data.
        public var owner: String?
        /// The binary data.
        public var data: Data?
    }

    /// The frames, in the order of the tag.
    public var frames: [Frame]

    /// The first text of the first frame with an identifier, such as `TIT2`.
    public subscript(id: String) -> String? { frames.first { $0.id == id }?.texts.first }

    fileprivate init(_ fields: EventFields) {
        frames =
            fields["frames"]?.elements.compactMap(\.object).compactMap { frame in
                guard let id = frame["id"]?.text else { return nil }
                let several = frame["values"]?.elements.compactMap(\.text) ?? []
                return Frame(
                    id: id, texts: several.isEmpty ? [frame["value"]?.text].compactMap(\.self) : several,
                    description: frame["description"]?.text,
                    owner: frame["owner"]?.text, data: frame["data"]?.text.flatMap { Data(base64Encoded: $0) })
            } ?? []
    }
}

/// The content of a date range.
public struct DateRangeContent: Sendable, Hashable {
    /// The identifier (ID).
    public var id: String?
    /// The class (CLASS).
    public var rangeClass: String?
    /// The start in seconds.
    public var start: Double?
    /// The end in seconds.
    public var end: Double?
    /// The duration in seconds.
    public var duration: Double?
    /// The first date, in the form of ISO 8601.
    public var startDate: String?
    /// The last date, in the form of ISO 8601.
    public var endDate: String?
    /// All attributes by their names in the playlist.
    public var attributes: EventFields

    fileprivate init(_ metadata: EventFields) {
        var all: EventFields = [:]
        for attribute in metadata["attributes"]?.elements.compactMap(\.object) ?? [] {
            if let name = attribute["name"]?.text { all[name] = attribute["value"] }
        }
        attributes = all
        id = all["ID"]?.text
        rangeClass = all["CLASS"]?.text
        start = metadata["start"]?.number
        end = metadata["end"]?.number
        duration = metadata["duration"]?.number
        startDate = metadata["startDate"]?.text
        endDate = metadata["endDate"]?.text
    }
}

/// The content of an event message.
public struct EventMessageContent: Sendable, Hashable {
    /// The scheme.
    public var schemeIdUri: String?
    /// The value that the scheme defines.
    public var value: String?
    /// The identifier.
    public var id: Int?
    /// The start in seconds.
    public var start: Double?
    /// The end in seconds.
    public var end: Double?
    /// The duration in seconds.
    public var duration: Double?
    /// The data of the message.
    public var data: Data?

    fileprivate init(_ metadata: EventFields) {
        schemeIdUri = metadata["schemeIdUri"]?.text
        value = metadata["value"]?.text
        id = metadata["id"]?.integer
        start = metadata["start"]?.number
        end = metadata["end"]?.number
        duration = metadata["duration"]?.number
        data = metadata["messageData"]?.text.flatMap { Data(base64Encoded: $0) }
    }
}

/// The content of a SCTE-35 command, or of a cue marker.
public struct SpliceContent: Sendable, Hashable {
    /// The command, such as `splice_insert` or `time_signal`; `out` or `in` for a cue marker.
    public var command: String?
    /// The identifier of the event of a `splice_insert`.
    public var eventID: Int?
    /// Whether the stream leaves the network feed at the event of a `splice_insert`.
    public var isOutOfNetwork: Bool?
    /// The announced duration of the break in seconds.
    public var breakDuration: Double?
    /// The start in seconds.
    public var start: Double?
    /// The end in seconds.
    public var end: Double?
    /// The duration in seconds.
    public var duration: Double?
    /// The descriptors, with the keys of docs/METADATA.md.
    public var descriptors: [EventFields]
    /// The whole section in hexadecimal; `nil` for a cue marker.
    public var section: String?

    fileprivate init(_ metadata: EventFields) {
        command = metadata["command"]?.text
        eventID = metadata["eventID"]?.integer
        isOutOfNetwork = metadata["outOfNetwork"]?.boolean
        breakDuration = metadata["breakDuration"]?.number
        start = metadata["start"]?.number
        end = metadata["end"]?.number
        duration = metadata["duration"]?.number
        descriptors = metadata["descriptors"]?.elements.compactMap(\.object) ?? []
        section = metadata["data"]?.text
    }
}

/// The key frames that a file lists.
public struct KeyFramesContent: Sendable, Hashable {
    /// The times in seconds.
    public var times: [Double]
    /// The positions in the file, in bytes.
    public var filePositions: [Int]
    /// The number of listed key frames, of which at most 5000 are in ``times``.
    public var count: Int

    fileprivate init(_ metadata: EventFields) {
        times = metadata["times"]?.elements.compactMap(\.number) ?? []
        filePositions = metadata["filepositions"]?.elements.compactMap(\.integer) ?? []
        count = metadata["count"]?.integer ?? times.count
    }
}

/// The song that a station plays.
public struct NowPlayingContent: Sendable, Hashable {
    /// The title; for stations that send one text, this text, such as "Artist - Song".
    public var title: String?
    /// The artist.
    public var artist: String?
    /// The album.
    public var album: String?
    /// The address that the station sends with the title.
    public var url: String?

    fileprivate init(_ metadata: EventFields) {
        title = metadata["title"]?.text
        artist = metadata["artist"]?.text
        album = metadata["album"]?.text
        url = metadata["url"]?.text
    }
}

extension MetaEvent {
    /// The metadata as types.
    public var content: MetaContent { MetaContent(metaData) }
}

extension MetaParsedEvent {
    /// The metadata as types.
    public var content: MetaContent { MetaContent(metaData) }
}

extension EventValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var object: EventFields? { if case .object(let fields) = self { fields } else { nil } }
    fileprivate var elements: [EventValue] { if case .array(let elements) = self { elements } else { [] } }
    fileprivate var boolean: Bool? { if case .bool(let value) = self { value } else { nil } }
    fileprivate var integer: Int? { if case .int(let number) = self { number } else { nil } }
    fileprivate var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
