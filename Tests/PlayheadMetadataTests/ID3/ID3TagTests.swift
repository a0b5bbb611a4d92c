import Testing

@testable import PlayheadMetadata

@Suite("ID3: tags")
struct ID3TagTests {
    private func title(_ version: UInt8, _ text: String = "x") -> [UInt8] {
        ID3Writer.frame(version, version == 2 ? "TT2" : "TIT2", [0] + Array(text.utf8))
    }

    @Test(
        "data without a header of version 2.2, 2.3 or 2.4 is not a tag",
        arguments: ["", "ID3", "ID4\u{4}\0\0\0\0\0\0", "ID3\u{5}\0\0\0\0\0\0", "TAG"])
    func noTag(text: String) {
        #expect(ID3Tag.parse(Array(text.utf8)) == nil)
        #expect(ID3Tag.size(of: Array(text.utf8)) == nil)
    }

    @Test("the size includes the header, and in version 2.4 the footer")
    func sizes() {
        #expect(ID3Tag.size(of: ID3Writer.tag(4, [UInt8](repeating: 0, count: 200))) == 210)
        #expect(ID3Tag.size(of: ID3Writer.tag(4, flags: 0x10, [])) == 20)
        #expect(ID3Tag.size(of: ID3Writer.tag(3, flags: 0x10, [])) == 10)
    }

    @Test("bytes may begin with a tag until they contradict one")
    func mayBegin() {
        #expect(ID3Tag.mayBegin([]))
        #expect(ID3Tag.mayBegin(Array("ID".utf8)))
        #expect(!ID3Tag.mayBegin(Array("IX".utf8)))
    }

    @Test("a title in each version has the same name", arguments: [2, 3, 4] as [UInt8])
    func versions(version: UInt8) throws {
        let tag = try #require(ID3Tag.parse(ID3Writer.tag(version, title(version, "Song"))))
        #expect(tag.frames.map(\.name) == ["TIT2"])
        #expect(tag.frames.map(\.content) == [.text(["Song"])])
        #expect(tag.warnings == [])
    }

    @Test("padding ends the frames without a warning", arguments: [2, 3, 4] as [UInt8])
    func padding(version: UInt8) throws {
        let tag = try #require(ID3Tag.parse(ID3Writer.tag(version, title(version) + [UInt8](repeating: 0, count: 37))))
        #expect(tag.frames.count == 1)
        #expect(tag.warnings == [])
    }

    @Test("a frame longer than the tag is skipped, those before it are kept", arguments: [2, 3, 4] as [UInt8])
    func tooLong(version: UInt8) throws {
        var lie = title(version, "longer than it is")
        lie.removeLast(10)
        let tag = try #require(ID3Tag.parse(ID3Writer.tag(version, title(version, "a") + lie)))
        #expect(tag.frames.map(\.content) == [.text(["a"])])
        #expect(tag.warnings.count == 1)
    }

    @Test("a truncated tag gives its complete frames")
    func cutOff() throws {
        let whole = ID3Writer.tag(4, title(4, "a") + title(4, "b"))
        let tag = try #require(ID3Tag.parse(Array(whole.dropLast())))
        #expect(tag.frames.map(\.content) == [.text(["a"])])
        #expect(tag.size == whole.count)
        #expect(tag.warnings.first == "the tag is truncated: 23 of 24 bytes")
    }

    @Test("consecutive tags are read, and following data is ignored")
    func severalTags() {
        let bytes = ID3Writer.tag(4, title(4, "a")) + ID3Writer.tag(3, title(3, "b")) + [0xFF, 0xF1, 0x50]
        #expect(ID3Tag.parseAll(bytes).flatMap(\.frames).map(\.content) == [.text(["a"]), .text(["b"])])
    }

    @Test("sizes with eight bits per byte are accepted in version 2.4, and those with seven in 2.3")
    func otherSizes() throws {
        let text = String(repeating: "x", count: 200)
        let plain = try #require(ID3Tag.parse(ID3Writer.tag(4, title(3, text) + title(3, "b"))))
        #expect(plain.frames.map(\.content) == [.text([text]), .text(["b"])])
        #expect(plain.warnings.count == 1)
        let synchsafe = try #require(ID3Tag.parse(ID3Writer.tag(3, title(4, text) + title(4, "b"))))
        #expect(synchsafe.frames.map(\.content) == [.text([text]), .text(["b"])])
    }

    @Test("unsynchronisation is reversed over the whole tag in 2.3, and in each frame in 2.4")
    func unsynchronisation() throws {
        let stuffed: [UInt8] = [0xFF, 0x00, 0xE0, 0xFF, 0x00, 0x00]
        let old = try #require(ID3Tag.parse(ID3Writer.tag(3, flags: 0x80, Array("XBIN".utf8) + [0, 0, 0, 4, 0, 0] + stuffed)))
        #expect(old.frames.map(\.content) == [.binary([0xFF, 0xE0, 0xFF, 0x00])])
        let byFrame = try #require(ID3Tag.parse(ID3Writer.tag(4, ID3Writer.frame(4, "XBIN", flags: 0x02, stuffed))))
        #expect(byFrame.frames.map(\.content) == [.binary([0xFF, 0xE0, 0xFF, 0x00])])
        let byTag = try #require(ID3Tag.parse(ID3Writer.tag(4, flags: 0x80, ID3Writer.frame(4, "XBIN", stuffed))))
        #expect(byTag.frames.map(\.content) == [.binary([0xFF, 0xE0, 0xFF, 0x00])])
        let neither = try #require(ID3Tag.parse(ID3Writer.tag(4, ID3Writer.frame(4, "XBIN", stuffed))))
        #expect(neither.frames.map(\.content) == [.binary(stuffed)])
    }

    @Test("extended headers are skipped; their sizes include themselves in 2.4 only")
    func extendedHeaders() throws {
        let newer = try #require(ID3Tag.parse(ID3Writer.tag(4, flags: 0x40, ID3Writer.synchsafe(6) + [1, 0] + title(4))))
        #expect(newer.frames.count == 1)
        let older = try #require(ID3Tag.parse(ID3Writer.tag(3, flags: 0x40, ID3Writer.plain(6) + [0, 0, 0, 0, 0, 0] + title(3))))
        #expect(older.frames.count == 1)
        let lie = try #require(ID3Tag.parse(ID3Writer.tag(3, flags: 0x40, ID3Writer.plain(600) + title(3))))
        #expect(lie.frames.isEmpty)
        #expect(lie.warnings == ["the extended header has an invalid size"])
    }

    @Test("compressed and encrypted frames are kept unchanged, with a warning")
    func compressed() throws {
        let body = ID3Writer.frame(4, "TIT2", flags: 0x09, [0, 0, 0, 9, 1, 2, 3]) + ID3Writer.frame(4, "TPE1", flags: 0x04, [7, 1, 2])
        let tag = try #require(ID3Tag.parse(ID3Writer.tag(4, body)))
        #expect(tag.frames.map(\.content) == [.binary([1, 2, 3]), .binary([1, 2])])
        #expect(tag.warnings == ["frame TIT2 is compressed and kept as it is", "frame TPE1 is encrypted and kept as it is"])
        let older = try #require(ID3Tag.parse(ID3Writer.tag(3, ID3Writer.frame(3, "TIT2", flags: 0x80, [0, 0, 0, 9, 1, 2, 3]))))
        #expect(older.frames.map(\.content) == [.binary([1, 2, 3])])
    }

    @Test("a group's byte before the content is skipped", arguments: [(3, 0x20), (4, 0x40)] as [(UInt8, Int)])
    func grouped(version: UInt8, flag: Int) throws {
        let tag = try #require(ID3Tag.parse(ID3Writer.tag(version, ID3Writer.frame(version, "TIT2", flags: flag, [9, 0, 0x41]))))
        #expect(tag.frames.map(\.content) == [.text(["A"])])
    }

    @Test("a compressed tag of version 2.2 has no frames that can be read")
    func compressedTag() throws {
        let tag = try #require(ID3Tag.parse(ID3Writer.tag(2, flags: 0x40, title(2))))
        #expect(tag.frames.isEmpty)
        #expect(tag.warnings == ["the tag is compressed"])
    }

    @Test("the timestamp of packed audio has 33 bits of 90 kHz")
    func timestamp() throws {
        let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
        let late = try #require(ID3Tag.parse(ID3Writer.tag(4, ID3Writer.frame(4, "PRIV", owner + [0xFF, 0, 0, 1, 0, 0x0D, 0xBB, 0xA0]))))
        #expect(late.transportStreamTimestamp == Double(1 << 32 + 900_000) / 90_000)
        let short = try #require(ID3Tag.parse(ID3Writer.tag(4, ID3Writer.frame(4, "PRIV", owner + [0, 0, 1]))))
        #expect(short.transportStreamTimestamp == nil)
        #expect(ID3Tag.parse(ID3Writer.tag(4, title(4)))?.transportStreamTimestamp == nil)
    }

    @Test("the nesting of frames in chapters is limited")
    func nesting() throws {
        var body = title(4)
        for _ in 0..<200 { body = ID3Writer.frame(4, "CHAP", [0x63, 0] + [UInt8](repeating: 0, count: 16) + body) }
        let tag = try #require(ID3Tag.parse(ID3Writer.tag(4, body)))
        #expect(tag.frames.count == 1)
    }

    @Test("the number of frames of a tag, and of consecutive tags, is limited")
    func limits() throws {
        func frames(_ count: Int) -> [UInt8] { (0..<count).flatMap { _ in title(4) } }
        let most = try #require(ID3Tag.parse(ID3Writer.tag(4, frames(ID3TagReader.maximumFrames))))
        #expect(most.frames.count == ID3TagReader.maximumFrames && most.warnings.isEmpty)
        let excess = try #require(ID3Tag.parse(ID3Writer.tag(4, frames(ID3TagReader.maximumFrames + 1))))
        #expect(excess.frames.count == ID3TagReader.maximumFrames && excess.warnings.count == 1)
        let tags = (0...ID3Tag.maximumTags).flatMap { _ in ID3Writer.tag(4, title(4)) }
        #expect(ID3Tag.parseAll(tags).count == ID3Tag.maximumTags)
    }
}
