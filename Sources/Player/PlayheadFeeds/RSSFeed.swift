/// Reads feeds in RSS, with Media RSS and JW Player's elements.
enum RSSFeed {
    static func read(_ root: FeedElement) throws(FeedDocument.Problem) -> (title: String?, items: [FeedDocument.Item]) {
        guard root.name == "rss", let channel = root.children("channel").first else {
            throw FeedDocument.Problem(message: "It is not RSS.")
        }
        return (channel.text("title"), channel.children("item").map(draft))
    }

    private static func draft(_ item: FeedElement) -> FeedDocument.Item {
        var draft = FeedDocument.Item()
        // The item's own groups are read as if their content stood in the item.
        let media = [item] + item.children("group", .media)
        draft.title = item.text("title") ?? first(media, "title", .media)
        draft.description = item.text("description") ?? first(media, "description", .media) ?? item.text("summary", .itunes)
        draft.mediaID = item.text("mediaid", .jwplayer) ?? item.text("guid")
        draft.image =
            item.text("image", .jwplayer) ?? media.flatMap { $0.children("thumbnail", .media) }.lazy.compactMap { $0.attribute("url") }
            .first
            ?? item.children("image", .itunes).lazy.compactMap { $0.attribute("href") }.first
        draft.startTime = item.text("starttime", .jwplayer).flatMap(seconds)
        let contents = media.flatMap { $0.children("content", .media) }
        draft.sources =
            item.children("source", .jwplayer).compactMap(source) + contents.filter(isPlayable).compactMap(source)
            + item.children("enclosure").filter(isPlayable).compactMap(source)
        if draft.sources.isEmpty, let file = item.text("file", .jwplayer) { draft.sources = [FeedDocument.Source(file: file)] }
        draft.tracks = item.children("track", .jwplayer).compactMap(track)
        draft.tracks += (media + contents).flatMap { $0.children("subtitle", .media) }.compactMap(subtitle)
        if draft.image == nil {
            draft.image = contents.flatMap { $0.children("thumbnail", .media) }.lazy.compactMap { $0.attribute("url") }.first
        }
        return draft
    }

    private static func first(_ nodes: [FeedElement], _ name: String, _ space: FeedElement.Space) -> String? {
        nodes.lazy.compactMap { $0.text(name, space) }.first
    }

    private static func source(_ node: FeedElement) -> FeedDocument.Source? {
        guard let file = node.attribute("file") ?? node.attribute("url") else { return nil }
        return FeedDocument.Source(
            file: file, label: node.attribute("label"), type: node.attribute("type"),
            isDefault: (node.attribute("default") ?? node.attribute("isDefault"))?.lowercased() == "true",
            height: node.attribute("height").flatMap { Int($0) },
            // Media RSS counts in thousands.
            bitrate: node.attribute("bitrate").flatMap { Double($0) }.flatMap { Int(exactly: ($0 * 1000).rounded()) })
    }

    /// Pictures and pages stand in the same elements.
    private static func isPlayable(_ node: FeedElement) -> Bool {
        let type = node.attribute("type")?.lowercased() ?? ""
        let medium = node.attribute("medium")?.lowercased()
        return !(type.hasPrefix("image/") || type.hasPrefix("text/")) && (medium == nil || medium == "video" || medium == "audio")
    }

    private static func track(_ node: FeedElement) -> FeedDocument.Track? {
        node.attribute("file").map {
            FeedDocument.Track(
                file: $0, kind: node.attribute("kind"), label: node.attribute("label"), language: node.attribute("language"),
                isDefault: node.attribute("default")?.lowercased() == "true")
        }
    }

    private static func subtitle(_ node: FeedElement) -> FeedDocument.Track? {
        node.attribute("href").map {
            FeedDocument.Track(file: $0, kind: "captions", label: node.attribute("label"), language: node.attribute("lang"))
        }
    }

    /// Seconds, or `hh:mm:ss`.
    private static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":").map { Double($0) }
        guard !parts.isEmpty, parts.count <= 3, parts.allSatisfy({ $0?.isFinite ?? false }) else { return nil }
        let seconds = parts.reduce(0) { $0 * 60 + ($1 ?? 0) }
        return seconds.isFinite ? seconds : nil
    }
}
