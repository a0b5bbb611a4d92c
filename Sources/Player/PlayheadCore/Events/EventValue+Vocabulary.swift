extension QualityLevel {
    /// The level as payloads contain it.
    public var eventValue: EventValue {
        .object([
            "index": .int(index), "label": .string(label), "bitrate": bitrate.eventValue, "width": width.eventValue,
            "height": height.eventValue,
        ])
    }
}

extension MediaTrack {
    /// The track as payloads contain it.
    public var eventValue: EventValue {
        var fields: EventFields = [
            "index": .int(index), "name": .string(name), "language": language.eventValue, "default": .bool(isDefault),
        ]
        if isForced { fields["forced"] = true }
        return .object(fields)
    }
}

extension TimeRange {
    /// The range as payloads contain it, in seconds.
    public var eventValue: EventValue { .object(["start": .double(start), "end": .double(end)]) }
}

extension ItemDescription {
    /// The item as payloads contain it.
    public var eventValue: EventValue {
        var fields: EventFields = ["file": .string(url), "title": title.eventValue]
        // Absent values are omitted: most lists have only these two.
        fields["description"] = description.map { .string($0) }
        fields["image"] = image.map { .string($0) }
        fields["mediaid"] = mediaID.map { .string($0) }
        fields["startTime"] = startTime.map { .double($0) }
        return .object(fields)
    }
}

extension PlaybackError {
    /// The error as payloads contain it.
    public var eventValue: EventValue {
        .object([
            "code": .int(code), "message": .string(message), "isFatal": .bool(isFatal), "url": url.eventValue,
            "underlying": underlying.eventValue,
        ])
    }
}
