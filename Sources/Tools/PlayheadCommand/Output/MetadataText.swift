import Foundation
import Playhead

/// Describes metadata in a few words.
enum MetadataText {
    static func text(of metaData: EventFields) -> String {
        guard case .string(let type)? = metaData["metadataType"] else { return "" }
        var parts = [type]
        switch type {
        case "media": parts += media(metaData)
        case "quality": parts.append("\(label(metaData["from"])) → \(label(metaData["to"]))")
        case "now-playing":
            guard case .nowPlaying(let song) = MetaContent(metaData) else { break }
            parts.append([song.artist, song.title].compactMap(\.self).joined(separator: " – "))
        default: parts += timed(metaData)
        }
        return parts.joined(separator: "  ")
    }

    /// Returns the size, frame rate and duration of the media.
    private static func media(_ metaData: EventFields) -> [String] {
        var parts: [String] = []
        if case .int(let width)? = metaData["width"], case .int(let height)? = metaData["height"] { parts.append("\(width)×\(height)") }
        if case .double(let rate)? = metaData["frameRate"] { parts.append(String(format: "%.4g fps", rate)) }
        if case .double(let duration)? = metaData["duration"], duration.isFinite { parts.append(EventText.seconds(duration)) }
        if case .string(let kind)? = metaData["timeline"], kind != "onDemand" { parts.append(kind) }
        return parts
    }

    private static func label(_ level: EventValue?) -> String {
        guard case .object(let fields)? = level, case .string(let label)? = fields["label"] else { return "?" }
        return label
    }

    /// Returns the time of timed metadata, and the short values of its content.
    private static func timed(_ metaData: EventFields) -> [String] {
        var parts: [String] = []
        if case .double(let time)? = metaData["metadataTime"] { parts.append("at \(EventText.seconds(time))") }
        guard case .object(let content)? = metaData["metadata"] else { return parts }
        let (maximumFields, maximumLength) = (3, 40)
        for field in content.fields where parts.count <= maximumFields {
            guard case .string(let text) = field.value, !text.isEmpty, text.count <= maximumLength, field.key != "tag" else { continue }
            parts.append("\(field.key)=\(text)")
        }
        return parts
    }
}
