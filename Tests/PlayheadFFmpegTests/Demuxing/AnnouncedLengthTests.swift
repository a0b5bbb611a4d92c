import Testing

@testable import PlayheadFFmpeg

@Suite("The announced length of a file")
struct AnnouncedLengthTests {
    private static func join(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap(\.self) }
    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    private static let ebml: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x81, 0]
    private static let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]
    private static let unknown = [UInt8](repeating: 0xFF, count: 7)
    private static let fileType: [UInt8] = join([0, 0, 0, 8], text("ftyp"))
    private static let description: [UInt8] = join(text("caff"), [0, 1, 0, 0], text("desc"), [UInt8](repeating: 0, count: 8))

    private static let announcing: [([UInt8], Int64)] = [
        (join(text("RIFF"), [0x10, 0x27, 0, 0]), 10_008),
        (join(text("RF64"), [0xFF, 0xFF, 0xFF, 0xFF], text("WAVEds64"), [28, 0, 0, 0], [0, 0, 0, 0, 2, 0, 0, 0]), 8_589_934_600),
        (join(ebml, segment, [0x42, 0x00]), 524), (join(ebml, [0xEC, 0x80], segment, [0x81]), 14),
        (join(fileType, [0, 0, 1, 0], text("mdat")), 264),
        (join(fileType, [0, 0, 0, 1], text("mdat"), [0, 0, 0, 1, 0, 0, 0, 0]), 4_294_967_304),
        (join([0x7F, 0xFF, 0xFF, 0xFF], text("moov")), 0x7FFF_FFFF),
        (join(description, text("data"), [0, 0, 0, 0, 0, 0, 1, 0]), 288),
    ]

    private static let silent: [[UInt8]] = [
        join(text("RIFF"), [0xFF, 0xFF, 0xFF, 0xFF]), join(text("RIFF"), [0, 0, 0, 0]), join(text("RIFF"), [0xFF, 0xFF, 0xFF, 0x7F]),
        join(text("RIFF"), [1]), join(ebml, segment, [0x01], unknown), join(fileType, [0, 0, 0, 0], text("mdat")),
        join([0, 0, 0, 3], text("ftyp")), join(description, text("data"), [0xFF], unknown), [], [0xFF, 0xFB], [0x1A, 0x45, 0xDF, 0xA3],
        text("caff"),
    ]

    @Test("is read from the header", arguments: announcing)
    func lengths(head: [UInt8], length: Int64) {
        #expect(AnnouncedLength(head: head).bytes == length)
    }

    @Test(
        "is a placeholder if it is 2 or 4 GiB or slightly less",
        arguments: [(0x24, 0x7F, true), (0xFF, 0xFF, true), (0x24, 0x6F, false)])
    func placeholders(low: UInt8, high: UInt8, isPlaceholder: Bool) {
        #expect(AnnouncedLength.isPlaceholder(head: Self.text("RIFF") + [low, 0xF0, 0xFF, high]) == isPlaceholder)
    }

    @Test("is nil if the header is invalid or does not contain it", arguments: silent)
    func none(head: [UInt8]) {
        #expect(AnnouncedLength(head: head).bytes == nil)
    }

    @Test("a few missing bytes are not a truncation")
    func tolerance() {
        let length = AnnouncedLength(head: Self.join(Self.text("RIFF"), [0x10, 0x27, 0, 0]))
        #expect(!length.isBeyond(10_008) && !length.isBeyond(10_000) && length.isBeyond(9_000))
    }
}
