import PlayheadMetadata

/// Parses event messages in boxes, and SCTE-35 sections in binary form and as text.
enum MessageTarget {
    static func run(_ input: [UInt8]) {
        boxes(input)
        section(input)
    }

    /// Parsing in pieces of any size gives the same result.
    private static func boxes(_ input: [UInt8]) {
        var whole = EventMessageScanner()
        let messages = whole.scan(input)
        for message in messages { _ = message.timedMetadata(segmentStart: 10, mediaOffset: -1) }
        var pieces = EventMessageScanner()
        var found: [EventMessage] = []
        var rest = input[...]
        var step = Int(input.last ?? 1) % 23 + 1
        while !rest.isEmpty {
            found += pieces.scan(rest.prefix(step))
            rest = rest.dropFirst(step)
            step = step % 37 + 1
        }
        require(found == messages, "the messages in pieces are others than those in the whole")
    }

    private static func section(_ input: [UInt8]) {
        _ = EventMessage.parse(box: input)
        _ = try? SpliceInfoSection.parse(String(decoding: input, as: UTF8.self))
        guard let section = try? SpliceInfoSection.parse(input) else { return }
        _ = section.timedMetadata(at: 1)
        require((try? SpliceInfoSection.parse(section.bytes)) == section, "the bytes of a section are another")
    }
}
