extension Optional where Wrapped == Int {
    var eventValue: EventValue { map { .int($0) } ?? .null }
}

extension Optional where Wrapped == String {
    var eventValue: EventValue { map { .string($0) } ?? .null }
}

extension QualityLevel {
    /// The level as payloads show it.
    public var eventValue: EventValue {
        .object([
            "index": .int(index), "label": .string(label), "bitrate": bitrate.eventValue, "width": width.eventValue,
            "height": height.eventValue,
        ])
    }
}

extension MediaTrack {
    /// The track as payloads show it.
    public var eventValue: EventValue {
        var fields: EventFields = [
            "index": .int(index), "name": .string(name), "language": language.eventValue, "default": .bool(isDefault),
        ]
        if isForced { fields["forced"] = true }
        return .object(fields)
    }
}

extension TimeRange {
    /// The range as payloads show it, in seconds.
    public var eventValue: EventValue { .object(["start": .double(start), "end": .double(end)]) }
}

extension ItemDescription {
    /// The item as payloads show it.
    public var eventValue: EventValue {
        .object(["file": .string(url), "title": title.eventValue])
    }
}

extension PlaybackError {
    /// The error as payloads show it.
    public var eventValue: EventValue {
        .object([
            "code": .int(code), "message": .string(message), "isFatal": .bool(isFatal), "url": url.eventValue,
            "underlying": underlying.eventValue,
        ])
    }
}
