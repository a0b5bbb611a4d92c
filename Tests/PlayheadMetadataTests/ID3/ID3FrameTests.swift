import PlayheadMetadata
import Testing

@Suite("ID3: frames")
struct ID3FrameTests {
    private func content(_ id: String, _ bytes: [UInt8], version: UInt8 = 4) -> ID3Frame.Content? {
        ID3Tag.parse(ID3Writer.tag(version, ID3Writer.frame(version, id, bytes)))?.frames.first?.content
    }

    @Test(
        "texts are read in every encoding",
        arguments: [
            ([0, 0x47, 0xFC, 0x6E], "Gün"), ([1] + ID3Writer.utf16("Gün€"), "Gün€"), ([1, 0xFE, 0xFF, 0x20, 0xAC], "€"),
            ([2, 0x20, 0xAC], "€"), ([3] + Array("Gün€".utf8), "Gün€"), ([1, 0x00, 0x41], "A"), ([9, 0x41], "A"),
            ([1] + ID3Writer.utf16("😀"), "😀"),
        ] as [([UInt8], String)])
    func encodings(bytes: [UInt8], text: String) { #expect(content("TIT2", bytes) == .text([text])) }

    @Test("several texts are separated by zeros, and zeros at the end separate nothing")
    func severalTexts() {
        #expect(content("TPE1", [3] + Array("a\0b\0".utf8)) == .text(["a", "b"]))
        #expect(content("TPE1", [0] + Array("a\0\0".utf8)) == .text(["a"]))
        #expect(content("TPE1", [1] + ID3Writer.utf16("a") + [0, 0] + ID3Writer.utf16("b")) == .text(["a", "b"]))
        #expect(content("TPE1", [1] + ID3Writer.utf16("a") + [0, 0, 0x62, 0]) == .text(["a", "b"]))
        #expect(content("TPE1", [3]) == .text([""]))
    }

    @Test(
        "damaged texts give what is readable", arguments: [[1, 0xFF], [1, 0xFF, 0xFE, 0x41], [3, 0xC3], [2, 0xD8, 0x00]] as [[UInt8]])
    func damagedTexts(bytes: [UInt8]) {
        guard case .text(let texts) = content("TIT2", bytes) else {
            Issue.record("no text")
            return
        }
        #expect(texts.count == 1)
    }

    @Test("an empty text frame is skipped with a warning")
    func emptyFrame() throws {
        let tag = try #require(ID3Tag.parse(ID3Writer.tag(4, ID3Writer.frame(4, "TIT2", []))))
        #expect(tag.frames.isEmpty)
        #expect(tag.warnings == ["frame TIT2 is damaged"])
    }

    @Test("application-defined texts and links have a description")
    func userFrames() {
        #expect(content("TXXX", [3] + Array("key\0value".utf8)) == .userText(description: "key", values: ["value"]))
        #expect(
            content("TXXX", [1] + ID3Writer.utf16("k") + [0, 0] + ID3Writer.utf16("v")) == .userText(description: "k", values: ["v"]))
        #expect(content("TXXX", [3] + Array("key".utf8)) == .userText(description: "key", values: [""]))
        #expect(content("WXXX", [0] + Array("d\0http://a\0".utf8)) == .userLink(description: "d", url: "http://a"))
        #expect(content("WOAR", Array("http://b\0junk".utf8)) == .link("http://b"))
    }

    @Test("comments and lyrics have a language, a description and a text", arguments: ["COMM", "USLT"])
    func comments(id: String) {
        #expect(content(id, [0] + Array("deud\0t".utf8)) == .comment(language: "deu", description: "d", text: "t"))
        #expect(content(id, [0] + Array("de".utf8)) == .binary([0] + Array("de".utf8)))
    }

    @Test("pictures name their type in full, also if the tag does not")
    func pictures() {
        func picture(_ id: String, _ version: UInt8, _ bytes: [UInt8]) -> ID3Picture? {
            guard case .picture(let picture) = content(id, bytes, version: version) else { return nil }
            return picture
        }
        let old = picture("PIC", 2, [0] + Array("JPG".utf8) + [3] + Array("d\0".utf8) + [1, 2])
        #expect(old?.mimeType == "image/jpeg")
        #expect(old?.type == 3)
        #expect(old?.data == [1, 2])
        #expect(picture("APIC", 3, [0] + Array("PNG\0".utf8) + [0, 0, 7])?.mimeType == "image/png")
        #expect(picture("APIC", 3, [0] + Array("Image/PNG\0".utf8) + [0, 0, 7])?.mimeType == "image/png")
        #expect(picture("APIC", 3, [0] + Array("-->\0".utf8) + [0, 0, 7])?.mimeType == "-->")
        #expect(picture("APIC", 3, [0] + Array("image/png\0".utf8)) == nil)
    }

    @Test("owners precede private data and identifiers, an address precedes a rating")
    func owners() {
        #expect(content("PRIV", Array("me\0".utf8) + [0, 1]) == .privateData(owner: "me", data: [0, 1]))
        #expect(content("UFID", Array("db\0id".utf8)) == .fileIdentifier(owner: "db", identifier: Array("id".utf8)))
        #expect(content("POPM", Array("a@b\0".utf8) + [128, 0, 0, 1, 2]) == .popularity(email: "a@b", rating: 128, plays: 258))
        #expect(content("POPM", Array("a@b\0".utf8) + [1]) == .popularity(email: "a@b", rating: 1, plays: 0))
        let many = [UInt8](repeating: 0xFF, count: 20)
        guard case .popularity(_, _, let plays) = content("POPM", [0, 1] + many) else {
            Issue.record("no rating")
            return
        }
        #expect(plays > 0)
    }

    @Test("locations are read in fields of any width up to 32 bits")
    func locations() {
        let head: [UInt8] = [0, 10, 0, 1, 0, 0, 0, 26]
        guard case .locations(let table) = content("MLLT", head + [4, 12, 0x12, 0x34, 0x56, 0x78, 0x9A]) else {
            Issue.record("no table")
            return
        }
        #expect(table.deviations.map(\.bytes) == [1, 5])
        #expect(table.deviations.map(\.milliseconds) == [0x234, 0x678])
        #expect(content("MLLT", head + [0, 0, 1]) == .binary(head + [0, 0, 1]))
        #expect(content("MLLT", head + [200, 200, 1]) == .binary(head + [200, 200, 1]))
    }

    @Test("chapters without offsets have nil; damaged ones are kept as bytes")
    func chapters() {
        let times: [UInt8] = [0, 0, 3, 0xE8, 0, 0, 7, 0xD0]
        let none = [UInt8](repeating: 0xFF, count: 8)
        guard case .chapter(let chapter) = content("CHAP", [0x61, 0] + times + none) else {
            Issue.record("no chapter")
            return
        }
        #expect(chapter.start == 1)
        #expect(chapter.end == 2)
        #expect(chapter.startOffset == nil)
        #expect(content("CHAP", [0x61, 0] + times) == .binary([0x61, 0] + times))
        #expect(content("CTOC", [0x61, 0, 3, 2, 0x62, 0]) == .binary([0x61, 0, 3, 2, 0x62, 0]))
    }
}
