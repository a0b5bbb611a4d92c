import PlayheadCore
import Testing

@testable import PlayheadCaptions

@Suite struct WebVTTParserTests {
    @Test("a file has its title, header, styles, regions and cues")
    func wholeFile() throws {
        let file = try WebVTTParser.parse(
            """
            WEBVTT - Evening news
            X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000
            Kind: captions

            STYLE
            ::cue(b) {
              color: red;
            }

            REGION
            id:bottom width:40% lines:2
            regionanchor:0%,100% viewportanchor:10%,90% scroll:up

            NOTE nobody sees
            this

            first
            00:01.500 --> 01:02:03.004 region:bottom align:left
            <v Anna>Good <b>evening</b> &amp; welcome
            second line

            00:02.000 --> 00:03.000 vertical:rl line:10%,end position:20%,line-left size:30%
            Up
            """)
        #expect(file.title == "- Evening news")
        #expect(file.headerMetadata.map(\.name) == ["X-TIMESTAMP-MAP", "Kind"])
        #expect(file.headerMetadata.last?.value == "captions")
        #expect(file.timestampMap == TimestampMap(local: 0, mpegTicks: 900_000))
        #expect(file.styles == ["::cue(b) {\n  color: red;\n}"])
        let region = try #require(file.regions.first)
        #expect(region.id == "bottom" && region.width == 40 && region.lines == 2 && region.scroll == .up)
        #expect(region.regionAnchorX == 0 && region.regionAnchorY == 100 && region.viewportAnchorX == 10 && region.viewportAnchorY == 90)
        #expect(file.warnings.isEmpty)
        #expect(file.cues.count == 2)
        let first = file.cues[0]
        #expect(first.id == "first" && first.startTime == 1.5 && first.endTime == 3723.004)
        #expect(first.text == "Good evening & welcome\nsecond line")
        #expect(first.markup == "<v Anna>Good <b>evening</b> &amp; welcome\nsecond line")
        #expect(first.layout.region == region && first.layout.align == .left)
        let second = file.cues[1].layout
        #expect(second.vertical == .verticalGrowingLeft && second.line == 10 && !second.snapToLines && second.lineAlign == .end)
        #expect(second.position == 20 && second.positionAlign == .lineLeft && second.size == 30)
    }

    @Test(
        "a file without a WebVTT signature is refused, with the reason",
        arguments: [
            ("", WebVTTError.empty), ("\u{FEFF}", .empty), ("WEBVT", .noSignature), ("webvtt\n\n", .noSignature), (" WEBVTT", .noSignature),
            ("WEBVTTX", .damagedSignature), ("WEBVTT\u{0C}", .damagedSignature), ("WEBVTT-", .damagedSignature),
            ("\u{FEFF}\u{FEFF}WEBVTT\n", .noSignature), ("1\n00:00:01,000 --> 00:00:02,000\nHi", .noSignature),
        ])
    func refused(text: String, reason: WebVTTError) {
        #expect(throws: reason) { try WebVTTParser.parse(text) }
        #expect(!WebVTTParser.hasSignature(text.utf8))
        #expect(!reason.description.isEmpty)
    }

    @Test(
        "the signature ends with a space, a tab, a line end of any kind or the file", arguments: ["", " ", "\t", "\n", "\r", "\r\n", " x"])
    func signatures(end: String) throws {
        #expect(try WebVTTParser.parse("WEBVTT" + end).cues.isEmpty)
        #expect(try WebVTTParser.parse("\u{FEFF}WEBVTT" + end).cues.isEmpty)
        #expect(WebVTTParser.hasSignature(("\u{FEFF}WEBVTT" + end).utf8))
    }

    @Test("bytes that are not UTF-8, and null characters, are decoded as in the Encoding standard")
    func wrongBytes() throws {
        // A lone continuation, a truncated sequence, a surrogate, an overlong form: as many U+FFFD as in browsers.
        let bytes =
            Array("WEBVTT\n\n0:00:00.000 --> 0:00:01.000\n".utf8) + [0x80, 0x61, 0xE2, 0x82, 0x62, 0xED, 0xA0, 0x80, 0x63, 0xC0, 0xAF, 0]
        let file = try WebVTTParser.parse(bytes)
        #expect(file.cues.first?.text == "\u{FFFD}a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}c\u{FFFD}\u{FFFD}\u{FFFD}")
        #expect(file.warnings.map(\.line) == [0, 4])
    }

    @Test("cues in a file without empty lines between them are all found, with a warning for each")
    func noEmptyLines() throws {
        let file = try WebVTTParser.parse("WEBVTT\n00:00.000 --> 00:01.000\na\n00:01.000 --> 00:02.000\nb\n00:02.000 --> 00:03.000\nc")
        #expect(file.cues.map(\.text) == ["a", "b", "c"])
        #expect(file.warnings.map(\.line) == [2, 4, 6])
    }

    @Test("styles and regions after the first cue are ignored, with a warning")
    func lateBlocks() throws {
        let file = try WebVTTParser.parse(
            "WEBVTT\n\n00:00.000 --> 00:01.000\na\n\nSTYLE\n::cue {}\n\nREGION\nid:a\n\n00:01.000 --> 00:02.000 region:a\nb")
        #expect(file.styles.isEmpty && file.regions.isEmpty && file.cues.count == 2)
        #expect(file.cues[1].layout.region == nil)
        #expect(file.warnings.map(\.line) == [6, 9, 12])
    }

    @Test("every mistake is reported with its line")
    func warnings() throws {
        let file = try WebVTTParser.parse(
            """
            WEBVTT
            nothing

            REGION
            lines:x bad

            no times

            00:00.000 --> 00:01
            x

            00:02.000 --> 00:01.000 align:middle line
            text
            """)
        #expect(file.warnings.map(\.line) == [2, 5, 5, 7, 9, 12, 12, 12])
        #expect(file.cues.count == 1)
        #expect(file.warnings.allSatisfy { !$0.message.isEmpty })
    }

    @Test("times of any length are parsed; too large ones become the greatest number")
    func largeTimes() throws {
        let digits = String(repeating: "9", count: 5000)
        let file = try WebVTTParser.parse("WEBVTT\n\n1000:00:00.000 --> \(digits):00:00.000\na")
        #expect(file.cues.first?.startTime == 3_600_000)
        #expect(file.cues.first?.endTime == .greatestFiniteMagnitude)
        #expect(file.cues.first?.endTime.isFinite == true)
    }

    @Test(
        "a repeated setting replaces the one before; an invalid one does not",
        arguments: [
            ("size:10% size:20%", 20.0), ("size:10% size:101%", 10), ("size:10% size:", 10), ("size:10% :20%", 10), ("Size:10%", 100),
            ("size:1.%", 100), ("size:.5%", 100), ("size:1e1%", 100), ("size:+5%", 100), ("size:100.0%", 100), ("size:099.5%", 99.5),
        ])
    func repeatedSettings(settings: String, size: Double) throws {
        #expect(try WebVTTParser.parse("WEBVTT\n\n00:00.000 --> 00:01.000 \(settings)\na").cues.first?.layout.size == size)
    }

    @Test(
        "a line, a size or a vertical direction removes a cue from its region, unless the region follows",
        arguments: [
            ("region:r line:1", false), ("region:r size:50%", false), ("region:r size:100%", true), ("region:r vertical:lr", false),
            ("line:1 region:r", true), ("region:r line:x", true), ("region:r align:left position:5%", true), ("region:r region:q", false),
        ])
    func regions(settings: String, isInRegion: Bool) throws {
        let file = try WebVTTParser.parse("WEBVTT\n\nREGION\nid:r\n\n00:00.000 --> 00:01.000 \(settings)\na")
        #expect((file.cues.first?.layout.region != nil) == isInRegion)
    }
}
