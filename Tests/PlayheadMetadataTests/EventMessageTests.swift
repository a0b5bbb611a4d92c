import PlayheadCore
import PlayheadMetadata
import Testing

@Suite("Event messages")
struct EventMessageTests {
    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        ID3Writer.plain(content.count + 8) + Array(type.utf8) + content
    }

    private static func version0(
        _ scheme: String = "urn:a", timescale: Int = 1000, delta: Int = 500, duration: Int = 2000, data: [UInt8] = [1, 2]
    ) -> [UInt8] {
        [0, 0, 0, 0] + Array("\(scheme)\0v\0".utf8) + [timescale, delta, duration, 7].flatMap { ID3Writer.plain($0) } + data
    }

    private static func version1(_ scheme: String = "urn:a", time: Int = 900_000, duration: Int = 0xFFFF_FFFF, data: [UInt8] = [3])
        -> [UInt8]
    {
        [1, 0, 0, 0] + ID3Writer.plain(90_000) + ID3Writer.plain(time, bytes: 8) + ID3Writer.plain(duration) + ID3Writer.plain(8)
            + Array("\(scheme)\0\0".utf8) + data
    }

    private static let segment =
        box("styp", Array("msdh".utf8)) + box("emsg", version0()) + box("emsg", version1()) + box("moof", [UInt8](repeating: 9, count: 50))
        + box("mdat", Array("emsg".utf8))

    @Test("version 0 is relative to the start of its segment")
    func relativeTime() throws {
        let message = try #require(EventMessage.parse(box: Self.version0()))
        #expect(message.scheme == "urn:a")
        #expect(message.value == "v")
        #expect(message.id == 7)
        #expect(message.time == .afterSegmentStart(500))
        #expect(message.mediaTime(segmentStart: 10) == 10.5)
        #expect(message.duration == 2)
        #expect(message.data == [1, 2])
    }

    @Test("a message beyond the maximum size is skipped, and the next one is found")
    func tooLarge() {
        let large = Self.box("emsg", Self.version0(data: [UInt8](repeating: 0, count: EventMessageScanner.maximumMessageSize)))
        var scanner = EventMessageScanner()
        let bytes = large + Self.box("emsg", Self.version1())
        #expect(scanner.scan(bytes[...]).map(\.id) == [8])
        #expect(scanner.hasSkipped)
    }

    @Test("a flood of messages is limited for each segment")
    func flood() {
        let flood = (0..<2 * EventMessageScanner.maximumMessages).flatMap { _ in Self.box("emsg", Self.version1()) }
        for _ in 0..<2 {
            var scanner = EventMessageScanner()
            let halves = [flood[..<(flood.count / 2)], flood[(flood.count / 2)...]]
            #expect(halves.map { scanner.scan($0).count }.reduce(0, +) == EventMessageScanner.maximumMessages)
            #expect(scanner.hasSkipped)
        }
    }

    @Test("version 1 has an absolute time, and an unknown duration is nil")
    func absoluteTime() throws {
        let message = try #require(EventMessage.parse(box: Self.version1()))
        #expect(message.mediaTime(segmentStart: 99) == 10)
        #expect(message.duration == nil)
        #expect(message.id == 8)
    }

    @Test("damaged boxes give no messages")
    func damaged() {
        let whole = Self.version0(data: [])
        for count in 0..<whole.count { #expect(EventMessage.parse(box: whole[..<count]) == nil) }
        #expect(EventMessage.parse(box: Self.version0(timescale: 0)) == nil)
        #expect(EventMessage.parse(box: [2] + Self.version0().dropFirst()) == nil)
    }

    @Test(
        "the scanner finds the messages among the boxes of a segment, whatever pieces it comes in",
        arguments: [1, 2, 3, 7, 8, 9, 16, 31, 1000])
    func pieces(size: Int) {
        var scanner = EventMessageScanner()
        var found: [EventMessage] = []
        var rest = Self.segment[...]
        while !rest.isEmpty {
            found += scanner.scan(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        #expect(found.map(\.id) == [7, 8])
    }

    @Test("a message is returned as soon as its box is complete")
    func early() {
        var scanner = EventMessageScanner()
        let end = 12 + 8 + Self.version0().count
        #expect(scanner.scan(Self.segment[..<(end - 1)]).isEmpty)
        #expect(scanner.scan(Self.segment[(end - 1)..<end]).map(\.id) == [7])
    }

    @Test("boxes with sizes of eight bytes are skipped, and a box up to the end ends the search")
    func otherSizes() {
        var scanner = EventMessageScanner()
        let long = ID3Writer.plain(1) + Array("free".utf8) + ID3Writer.plain(18, bytes: 8) + [1, 2]
        #expect(scanner.scan(long + Self.box("emsg", Self.version0())).count == 1)
        #expect(scanner.scan([0, 0, 0, 0] + Array("mdat".utf8) + Self.box("emsg", Self.version0())).isEmpty)
        #expect(scanner.scan(Self.box("emsg", Self.version0())).isEmpty)
    }

    @Test(
        "an invalid or implausible size is harmless",
        arguments: [
            [0, 0, 0, 3], [0, 0, 0, 1] + Array("emsg".utf8) + [UInt8](repeating: 0xFF, count: 8),
            [0xFF, 0xFF, 0xFF, 0xFF] + Array("emsg".utf8),
        ] as [[UInt8]])
    func lies(header: [UInt8]) {
        var scanner = EventMessageScanner()
        #expect(scanner.scan(header + Self.segment).isEmpty)
        #expect(scanner.scan([UInt8](repeating: 0x20, count: 100_000)).isEmpty)
    }

    @Test("as metadata it has the properties of the message, at the segment's start plus the media's offset")
    func metadata() throws {
        let metadata = try #require(EventMessage.parse(box: Self.version0())?.timedMetadata(segmentStart: 100, mediaOffset: -90))
        #expect(metadata.map(\.kind) == [.eventMessage])
        #expect(metadata.first?.start == 10.5)
        #expect(metadata.first?.end == 12.5)
        #expect(
            metadata.first?.fields["metadata"]
                == .object([
                    "schemeIdUri": "urn:a", "value": "v", "id": 7, "timescale": 1000, "start": 10.5, "end": 12.5, "duration": 2.0,
                    "messageData": "AQI=",
                ]))
    }

    @Test("a message without a duration has no known end")
    func openEnd() throws {
        let metadata = try #require(EventMessage.parse(box: Self.version1())?.timedMetadata(segmentStart: 0).first)
        #expect(metadata.start == 10)
        #expect(metadata.end == nil)
    }

    @Test("ID3 in a message is ID3", arguments: ["https://aomedia.org/emsg/ID3", "https://developer.apple.com/streaming/emsg-id3"])
    func id3(scheme: String) throws {
        let tag = ID3Writer.tag(4, ID3Writer.frame(4, "TIT2", [3, 0x41]))
        let metadata = try #require(EventMessage.parse(box: Self.version1(scheme, data: tag))?.timedMetadata(segmentStart: 0).first)
        #expect(metadata.kind == .id3)
        #expect(metadata.start == 10)
        #expect(metadata.fields["metadata"] == .object(["TIT2": "A"]))
        #expect(metadata.fields["emsg"] == .object(["schemeIdUri": .string(scheme), "value": "", "id": 8]))
    }

    @Test("SCTE-35 in a message is SCTE-35, and an unreadable one stays a message")
    func scte35() throws {
        let section = try SpliceInfoSection.parse(SpliceInfoSectionTests.insert).bytes
        let scheme = "urn:scte:scte35:2013:bin"
        let metadata = try #require(EventMessage.parse(box: Self.version1(scheme, data: section))?.timedMetadata(segmentStart: 0).first)
        #expect(metadata.kind == .scte35)
        #expect(metadata.start == 10)
        let broken = try #require(EventMessage.parse(box: Self.version1(scheme, data: [1]))?.timedMetadata(segmentStart: 0).first)
        #expect(broken.kind == .eventMessage)
    }
}
