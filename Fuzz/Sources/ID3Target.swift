import PlayheadMetadata

/// Parses tags, complete and truncated, and creates their payloads.
enum ID3Target {
    static func run(_ input: [UInt8]) {
        let tags = ID3Tag.parseAll(input)
        for tag in tags {
            _ = tag.transportStreamTimestamp
            require(tag.timedMetadata(at: 1).start == 1, "a tag is at its time")
        }
        require((ID3Tag.inspection(input) == nil) == tags.isEmpty, "what is shown are the tags")
        guard let first = tags.first else { return }
        require(ID3Tag.size(of: input) == first.size, "the size of a tag is that of its header")
        // Data after a tag does not affect it.
        require(ID3Tag.parse(input[..<min(first.size, input.count)]) == first, "a tag is read beyond its end")
        _ = ID3Tag.parse(input[..<(input.count / 2)])
    }
}
