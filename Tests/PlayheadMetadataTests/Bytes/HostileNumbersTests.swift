import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadMetadata

/// Every number of timed metadata, with the extremes of its width.
@Suite("Hostile numbers in metadata")
struct HostileNumbersTests {
    private static let tag = ID3Writer.tag(
        4,
        ID3Writer.frame(4, "TIT2", [3] + Array("Song".utf8))
            + ID3Writer.frame(4, "PRIV", Array("com.apple.streaming\0".utf8) + [0, 0, 0, 1, 2, 3, 4, 5])
            + ID3Writer.frame(4, "CHAP", Array("c\0".utf8) + [0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4])
            + ID3Writer.frame(4, "APIC", [0] + Array("image/png\0".utf8) + [3, 0, 1, 2, 3]))

    @Test("ID3 tags are read")
    func id3() {
        for version: UInt8 in [2, 3, 4] {
            var tag = Self.tag
            tag[3] = version
            for bytes in HostileNumbers.variants(of: tag) {
                for tag in ID3Tag.parseAll(bytes) { _ = "\(tag)" }
                _ = ID3Tag.size(of: bytes)
            }
        }
    }

    private static func box(_ content: [UInt8]) -> [UInt8] { ID3Writer.plain(content.count + 8) + Array("emsg".utf8) + content }

    private static let messages: [[UInt8]] = [
        [0, 0, 0, 0] + Array("urn:scte:scte35:2013:bin\0v\0".utf8) + [1000, 500, 2000, 7].flatMap { ID3Writer.plain($0) } + [1, 2, 3],
        [1, 0, 0, 0] + ID3Writer.plain(90_000) + ID3Writer.plain(900_000, bytes: 8) + ID3Writer.plain(2000) + ID3Writer.plain(8)
            + Array("https://aomedia.org/emsg/ID3\0\0".utf8) + [3],
    ]

    @Test("event messages are read, and have times that can be scheduled")
    func eventMessages() throws {
        for content in Self.messages {
            for bytes in HostileNumbers.variants(of: content) {
                guard let message = EventMessage.parse(box: bytes) else { continue }
                for start in HostileNumbers.values { _ = message.mediaTime(segmentStart: start) }
                #expect(message.mediaTime(segmentStart: 0).isFinite)
                #expect(message.duration.map { $0.isFinite && $0 >= 0 } ?? true)
            }
            for bytes in HostileNumbers.variants(of: Self.box(content)) {
                var scanner = EventMessageScanner()
                _ = scanner.scan(bytes[...])
                _ = scanner.scan(Self.box(content)[...])
            }
        }
    }

    @Test("SCTE-35 sections are read", arguments: [SpliceInfoSectionTests.signal, SpliceInfoSectionTests.insert])
    func splices(text: String) throws {
        let bytes = try #require(Hexadecimal.decode(text) ?? Base64.decode(text))
        for variant in HostileNumbers.variants(of: bytes) {
            guard let section = try? SpliceInfoSection.parse(variant) else { continue }
            _ = "\(section)"
        }
    }
}
