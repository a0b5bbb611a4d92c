/// Reads lists in XSPF (version 1, https://www.xspf.org/spec).
enum XSPFList {
    static func read(_ root: FeedElement) -> (title: String?, items: [FeedDocument.Item]) {
        (root.text("title"), root.children("tracklist").first?.children("track").map(item) ?? [])
    }

    private static func item(_ track: FeedElement) -> FeedDocument.Item {
        var item = FeedDocument.Item()
        // Further locations of a track have the same content.
        item.sources = track.children("location").compactMap { $0.trimmedText.map { FeedDocument.Source(file: $0) } }
        let title = [track.text("creator"), track.text("title")].compactMap(\.self)
        item.title = title.isEmpty ? nil : title.joined(separator: " – ")
        item.description = track.text("annotation")
        item.image = track.text("image")
        let millisecondsPerSecond = 1000.0
        item.duration = track.text("duration").flatMap { Double($0) }.flatMap { $0 > 0 && $0.isFinite ? $0 / millisecondsPerSecond : nil }
        return item
    }
}
