import Foundation
import Playhead

/// The kind of lists of items: M3U, PLS, XSPF, and feeds in JSON and RSS.
enum ListKind: FileKind {
    static func inspect(_ file: InspectedFile) throws -> Inspection? {
        guard let url = URL(text: file.url), let list = try? Feed(file.bytes, from: url) else { return nil }
        let items = list.entries.map { entry -> EventValue in
            .object([
                "url": .string(entry.sources.first?.url.absoluteString ?? ""), "title": entry.title.eventValue,
                "duration": entry.duration.eventValue,
            ])
        }
        var lines = ["kind      list of \(list.entries.count == 1 ? "1 item" : "\(list.entries.count) items")"]
        if let title = list.title { lines.append("title     \(title)") }
        for entry in list.entries {
            let text = [entry.title, entry.duration.map { "\($0) s" }, entry.sources.first?.url.absoluteString].compactMap(\.self)
            lines.append("item      \(text.joined(separator: ", "))")
        }
        if list.leftOut > 0 { lines.append("warning   \(list.leftOut) without an address that can be played") }
        if list.entries.count + list.leftOut == PlaylistFile.maximumEntries {
            lines.append("warning   only the first \(PlaylistFile.maximumEntries) items are used")
        }
        return Inspection(
            fields: ["kind": "list", "title": list.title.eventValue, "items": .array(items), "leftOut": .int(list.leftOut)], summary: lines)
    }
}
