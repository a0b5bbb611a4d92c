import PlayheadCore

extension ID3Tag {
    /// The maximum number of identifiers with separate keys in `metadata`; `frames` has all of them.
    private static let maximumKeys = 64

    /// Returns the tags at the beginning of `bytes` as `playhead inspect` prints them, combined into one; `nil` if there is none.
    package static func inspection(_ bytes: [UInt8]) -> EventFields? {
        let tags = parseAll(bytes)
        guard let first = tags.first else { return nil }
        var fields: EventFields = [
            "kind": "id3", "version": .string("2.\(first.version)"), "size": .int(tags.reduce(0) { $0 + $1.size }),
            "frames": .array(tags.flatMap(\.frames).map { .object($0.fields) }),
            "warnings": .array(tags.flatMap(\.warnings).map { .string($0) }),
        ]
        if let timestamp = first.transportStreamTimestamp { fields["timestamp"] = .double(timestamp) }
        return fields
    }

    /// Returns the tag as timed metadata at `time`, in seconds on the playback's timeline.
    ///
    /// `metadata` has the texts by the names of their frames, like web players; `frames` has every frame in full.
    package func timedMetadata(at time: Double) -> TimedMetadata {
        TimedMetadata(
            kind: .id3, start: time, end: time,
            fields: [
                "metadataTime": .double(time), "metadata": .object(values), "frames": .array(frames.map { .object($0.fields) }),
            ])
    }

    /// Returns the tags at the beginning of a packet of timed ID3 (`timed_id3` in MPEG-2 transport streams), as metadata at `time`, in
    /// seconds on the playback's timeline.
    package static func timedMetadata(packet: [UInt8], at time: Double) -> [TimedMetadata] {
        parseAll(packet).map { $0.timedMetadata(at: time) }
    }

    /// The texts and links by the names of their frames; application-defined ones by their descriptions; private data by its owner.
    private var values: EventFields {
        var values: EventFields = [:]
        for frame in frames where values.fields.count < Self.maximumKeys {
            switch frame.content {
            case .text(let texts): values[frame.name] = texts.count == 1 ? .string(texts[0]) : .array(texts.map { .string($0) })
            case .link(let url): values[frame.name] = .string(url)
            case .comment(_, _, let text): values[frame.name] = .string(text)
            case .userText(let description, let texts): values.add(texts.joined(separator: "\n"), as: description, in: frame.name)
            case .userLink(let description, let url): values.add(url, as: description, in: frame.name)
            case .privateData(let owner, let data): values.add(Base64.encode(data), as: owner, in: frame.name)
            default: break
            }
        }
        return values
    }
}

extension EventFields {
    private static let maximumEntries = 64

    /// Adds a text to the object at `group`.
    fileprivate mutating func add(_ text: String, as key: String, in group: String) {
        var entries: EventFields = [:]
        if case .object(let present) = self[group] { entries = present }
        if entries.fields.count < Self.maximumEntries { entries[key] = .string(text) }
        self[group] = .object(entries)
    }
}
