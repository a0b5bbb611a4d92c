import PlayheadCore
import PlayheadMetadata
import TestSupport
import Testing

@Suite("ID3: payloads")
struct ID3MetadataTests {
    private let bytes = ID3Writer.tag(
        4,
        ID3Writer.frame(4, "TIT2", [3] + Array("Song".utf8)) + ID3Writer.frame(4, "TXXX", [3] + Array("a\0b".utf8))
            + ID3Writer.frame(4, "TXXX", [3] + Array("c\0d".utf8)) + ID3Writer.frame(4, "PRIV", Array("o\0xyz".utf8)))

    @Test("a packet of timed ID3 is metadata at its time, with texts by name and every frame in full")
    func packet() throws {
        let metadata = ID3Tag.timedMetadata(packet: bytes, at: 4.5)
        #expect(metadata.count == 1)
        let first = try #require(metadata.first)
        #expect(first.kind == .id3)
        #expect(first.start == 4.5)
        #expect(first.end == 4.5)
        #expect(first.fields["metadataTime"] == 4.5)
        #expect(
            first.fields["metadata"]
                == .object(["TIT2": "Song", "TXXX": .object(["a": "b", "c": "d"]), "PRIV": .object(["o": "eHl6"])]))
        #expect(
            first.fields["frames"]
                == .array([
                    .object(["id": "TIT2", "value": "Song"]), .object(["id": "TXXX", "description": "a", "value": "b"]),
                    .object(["id": "TXXX", "description": "c", "value": "d"]), .object(["id": "PRIV", "owner": "o", "data": "eHl6"]),
                ]))
    }

    @Test("data without a tag gives no metadata")
    func noTag() { #expect(ID3Tag.timedMetadata(packet: [1, 2, 3], at: 0) == []) }

    @Test("a tag with 30,000 frames of as many names is converted quickly")
    func manyFrames() throws {
        var body: [UInt8] = []
        for index in 0..<30_000 { body += ID3Writer.frame(4, "TXXX", [3] + Array("\(index)\0x".utf8)) }
        let tag = try #require(ID3Tag.parse(ID3Writer.tag(4, body)))
        var metadata: TimedMetadata?
        let cost = processorTime { metadata = tag.timedMetadata(at: 0) }
        #expect(metadata?.fields["frames"] != nil && cost < 5)
    }

    @Test("the inspection contains kind, version, frames and warnings")
    func inspection() throws {
        let fields = try #require(ID3Tag.inspection(bytes))
        #expect(fields["kind"] == "id3")
        #expect(fields["version"] == "2.4")
        #expect(fields["warnings"] == .array([]))
        guard case .array(let frames) = fields["frames"] else {
            Issue.record("no frames")
            return
        }
        #expect(frames.count == 4)
        #expect(ID3Tag.inspection(Array("no tag".utf8)) == nil)
    }
}
