import PlayheadCore

extension ID3Frame {
    /// The frame as payloads and `playhead inspect` contain it: `id`, and the content; data in base64.
    package var fields: EventFields {
        var fields: EventFields = ["id": .string(id)]
        switch content {
        case .text(let values):
            fields.setValues(values)
        case .userText(let description, let values):
            fields["description"] = .string(description)
            fields.setValues(values)
        case .link(let url):
            fields["value"] = .string(url)
        case .userLink(let description, let url):
            fields["description"] = .string(description)
            fields["value"] = .string(url)
        case .comment(let language, let description, let text):
            fields["language"] = .string(language)
            fields["description"] = .string(description)
            fields["value"] = .string(text)
        case .picture(let picture):
            fields["mimeType"] = .string(picture.mimeType)
            fields["pictureType"] = .int(picture.type)
            fields["description"] = .string(picture.description)
            fields.setData(picture.data)
        case .object(let object):
            fields["mimeType"] = .string(object.mimeType)
            fields["filename"] = .string(object.filename)
            fields["description"] = .string(object.description)
            fields.setData(object.data)
        case .privateData(let owner, let data):
            fields["owner"] = .string(owner)
            fields.setData(data)
            if let ticks = MPEGTimestamp.ticks(owner: owner, data: data) {
                fields["timestamp"] = .double(Double(ticks) / MPEGTimestamp.ticksPerSecond)
            }
        case .fileIdentifier(let owner, let identifier):
            fields["owner"] = .string(owner)
            fields.setData(identifier)
        case .chapter(let chapter):
            fields["elementID"] = .string(chapter.elementID)
            fields["start"] = .double(chapter.start)
            fields["end"] = .double(chapter.end)
            if let offset = chapter.startOffset { fields["startOffset"] = .int(offset) }
            if let offset = chapter.endOffset { fields["endOffset"] = .int(offset) }
            fields["frames"] = .array(chapter.frames.map { .object($0.fields) })
        case .tableOfContents(let table):
            fields["elementID"] = .string(table.elementID)
            fields["isTopLevel"] = .bool(table.isTopLevel)
            fields["isOrdered"] = .bool(table.isOrdered)
            fields["children"] = .array(table.children.map { .string($0) })
            fields["frames"] = .array(table.frames.map { .object($0.fields) })
        case .locations(let table):
            fields["framesBetweenReferences"] = .int(table.framesBetweenReferences)
            fields["bytesBetweenReferences"] = .int(table.bytesBetweenReferences)
            fields["millisecondsBetweenReferences"] = .int(table.millisecondsBetweenReferences)
            fields["references"] = .array(
                table.deviations.map { .object(["bytes": .int($0.bytes), "milliseconds": .int($0.milliseconds)]) })
        case .popularity(let email, let rating, let plays):
            fields["owner"] = .string(email)
            fields["rating"] = .int(rating)
            fields["plays"] = .int(plays)
        case .binary(let data):
            fields.setData(data)
        }
        return fields
    }
}

extension EventFields {
    /// Sets `value` to the first text, and `values` to all texts if there are several.
    fileprivate mutating func setValues(_ values: [String]) {
        self["value"] = .string(values.first ?? "")
        if values.count > 1 { self["values"] = .array(values.map { .string($0) }) }
    }

    fileprivate mutating func setData(_ data: [UInt8]) { self["data"] = .string(Base64.encode(data)) }
}
