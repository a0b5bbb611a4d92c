import PlayheadCore
import PlayheadMetadata

/// The kind of files that begin with an ID3v2 tag, such as MP3 files.
enum ID3Kind: FileKind {
    static func inspect(_ file: InspectedFile) throws -> Inspection? {
        if let fields = ID3Tag.inspection(file.bytes) {
            return Inspection(fields: fields, summary: summary(of: ID3Tag.parseAll(file.bytes)))
        }
        guard file.fileExtension == "id3" else { return nil }
        throw InspectionError(reason: "not an ID3 tag: it does not begin with one of version 2.2 to 2.4")
    }

    private static func summary(of tags: [ID3Tag]) -> [String] {
        var lines = ["kind      ID3"]
        for tag in tags {
            lines.append("version   2.\(tag.version), \(tag.size) bytes")
            if let timestamp = tag.transportStreamTimestamp { lines.append("timestamp \(timestamp) s") }
            lines += tag.frames.map { "frame     \(description(of: $0.fields))" }
            lines += tag.warnings.map { "warning   \($0)" }
        }
        return lines
    }

    /// Returns a frame's id and text on one line; binary data is only mentioned.
    private static func description(of frame: EventFields) -> String {
        var parts: [String] = []
        for field in frame.fields {
            switch (field.key, field.value) {
            case ("id", .string(let text)), ("value", .string(let text)): parts.append(text)
            case ("data", .string(let base64)): parts.append("\(base64.utf8.count / 4 * 3) bytes")
            case (_, .string(let text)) where !text.isEmpty: parts.append("\(field.key) \(text)")
            case (_, .int(let number)): parts.append("\(field.key) \(number)")
            case (_, .double(let number)): parts.append("\(field.key) \(number)")
            case (_, .array(let items)) where !items.isEmpty: parts.append("\(field.key) \(items.count)")
            default: break
            }
        }
        return parts.joined(separator: ", ")
    }
}
