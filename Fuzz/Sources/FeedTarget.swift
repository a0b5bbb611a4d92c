import PlayheadFeeds

/// Parses feeds in JSON and RSS: the size of the result is bounded by the size of the input, and parsing is deterministic.
enum FeedTarget {
    static func run(_ input: [UInt8]) {
        guard let document = try? FeedDocument(input) else { return }
        let again = try? FeedDocument(input)
        require(document == again, "the same bytes are read in two ways")
        let texts = document.items.flatMap { [$0.title, $0.description, $0.image, $0.mediaID].compactMap(\.self) + $0.sources.map(\.file) }
        // One byte of text becomes at most three; the description of a group may be used for several items.
        let maximum = 3 * (input.count + 1) * max(1, document.items.count)
        require(texts.reduce(0) { $0 + $1.utf8.count } <= maximum, "text grows")
        for item in document.items {
            require(item.startTime?.isFinite ?? true, "a start that is no number")
        }
    }
}
