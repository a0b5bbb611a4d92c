import PlayheadFeeds

/// Lists in JSON and RSS: what is read takes no more room than what it is read of allows, and reads the same again.
enum FeedTarget {
    static func run(_ input: [UInt8]) {
        guard let document = try? FeedDocument(input) else { return }
        let again = try? FeedDocument(input)
        require(document == again, "the same bytes are read in two ways")
        let texts = document.items.flatMap { [$0.title, $0.description, $0.image, $0.mediaId].compactMap(\.self) + $0.sources.map(\.file) }
        // Text of one byte becomes three at most; the description of a group may be that of several.
        let most = 3 * (input.count + 1) * max(1, document.items.count)
        require(texts.reduce(0) { $0 + $1.utf8.count } <= most, "text grows")
        for item in document.items {
            require(item.startTime?.isFinite ?? true, "a start that is no number")
        }
    }
}
