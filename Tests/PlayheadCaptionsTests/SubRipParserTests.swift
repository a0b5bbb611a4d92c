import PlayheadCore
import Testing

@testable import PlayheadCaptions

@Suite struct SubRipParserTests {
    @Test("a file has its cues, with numbers as identifiers", arguments: ["\n", "\r\n", "\r"])
    func plain(lineEnd: String) {
        let text = "\u{FEFF}1\n00:00:01,500 --> 00:00:02,000\nFirst\nline two\n\n2\n01:00:00,000 --> 01:00:01,250\nSecond\n"
        let file = SubRipParser.parse(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd))
        #expect(file.cues.map(\.text) == ["First\nline two", "Second"])
        #expect(file.cues.map(\.id) == ["1", "2"])
        #expect(file.cues.map(\.startTime) == [1.5, 3600] && file.cues.map(\.endTime) == [2, 3601.25])
        #expect(file.warnings.isEmpty)
    }

    @Test(
        "times are parsed in all variants",
        arguments: [
            ("0:0:1,5 --> 0:0:2,25", 1.5, 2.25), ("00:00:01.500-->00:00:02.000", 1.5, 2), ("  00:00:01 --> 00:00:02  ", 1, 2),
            ("00:01,500 --> 00:02,000", 1.5, 2), ("00:00:01:500 --> 00:00:02:000", 1.5, 2), ("00:00:01,5004 --> 00:00:02,", 1.5, 2),
            ("00:00:01, 500 --> 00: 00:02 , 000", 1.5, 2), ("00:00:01,500 --> 00:00:02,000 X1:100 X2:200 Y1:1 Y2:2", 1.5, 2),
            ("100:00:00,000 --> 100:00:01,000", 360_000, 360_001),
        ])
    func times(line: String, start: Double, end: Double) {
        let cue = SubRipParser.parse("1\n\(line)\ntext").cues.first
        #expect(cue?.startTime == start && cue?.endTime == end && cue?.text == "text")
    }

    @Test("lines without times are text", arguments: ["a --> b", "--> 00:00:01,000", "1 --> 2", "00:00:01,000 -> 00:00:02,000"])
    func noTimes(line: String) {
        let file = SubRipParser.parse("1\n00:00:00,000 --> 00:00:01,000\n\(line)\n")
        #expect(file.cues.map(\.text) == [line])
    }

    @Test("cues without numbers, without empty lines between them and with empty lines inside are separated")
    func irregular() {
        let file = SubRipParser.parse(
            """
            00:00:01,000 --> 00:00:02,000
            no number

            00:00:02,000 --> 00:00:03,000
            above

            below


            7
            00:00:03,000 --> 00:00:04,000
            1984
            00:00:04,000 --> 00:00:05,000
            8

            9
            00:00:05,000 --> 00:00:06,000

            10
            00:00:06,000 --> 00:00:07,000
            42
            """)
        #expect(file.cues.map(\.text) == ["no number", "above\n\nbelow", "", "8", "", "42"])
        #expect(file.cues.map(\.id) == ["", "", "7", "1984", "9", "10"])
    }

    @Test(
        "tags become WebVTT's markup, others are removed, and other text is kept",
        arguments: [
            ("<i>a</i> <B>b</B> <u>c</u> <s>d</s>", "<i>a</i> <b>b</b> <u>c</u> d"), ("<i>a<b>b</i>c</b>", "<i>a<b>b</b></i><b>c</b>"),
            ("<font color=\"#FFFF00\">a</font>", "<c.yellow>a</c>"), ("<font color=red size=4>a</font>b", "<c.red>a</c>b"),
            ("<font color=\"#123456\">a</font>", "a"), ("1 < 2 > 0 & <3", "1 &lt; 2 &gt; 0 &amp; &lt;3"),
            ("R&amp;B &lt;x&gt; &eacute;", "R&amp;B &lt;x&gt; é"),
            (#"{\i1}a{\i0}b{\b1\u1}c"#, "<i>a</i>b<b><u>c</u></b>"), ("{note}a", "{note}a"), ("a<br>b<br/>c", "a\nb\nc"),
            ("<i>open", "<i>open</i>"),
            ("a <-- b --> c", "a &lt;-- b --&gt; c"),
        ])
    func markup(text: String, markup: String) {
        #expect(SubRipParser.parse("1\n00:00:00,000 --> 00:00:01,000\n\(text)\n").cues.first?.markup == markup)
    }

    @Test(
        "positions become layout",
        arguments: [
            (1, nil, CaptionLayout.TextAlignment.left), (2, nil, .center), (3, nil, .right), (4, 50.0, .left), (5, 50, .center),
            (6, 50, .right),
            (7, 0, .left), (8, 0, .center), (9, 0, .right),
        ])
    func places(digit: Int, line: Double?, align: CaptionLayout.TextAlignment) {
        let layout = SubRipParser.parse("1\n00:00:00,000 --> 00:00:01,000\n{\\an\(digit)}text\n").cues.first?.layout
        #expect(layout?.line == line && layout?.align == align)
    }

    @Test("bytes that are not UTF-8 are read as Windows-1252, with a warning")
    func windows1252() {
        let file = SubRipParser.parse(
            Array("1\n00:00:00,000 --> 00:00:01,000\n".utf8) + [0x93, 0x47, 0x72, 0xFC, 0xDF, 0x65, 0x94, 0x20, 0x80])
        #expect(file.cues.map(\.text) == ["“Grüße” €"])
        #expect(file.warnings.map(\.line) == [0])
    }

    @Test("UTF-16 is read with and without a byte order mark", arguments: [true, false], ["\u{FEFF}", ""])
    func utf16(isLittleEndian: Bool, mark: String) {
        let units = Array("\(mark)1\r\n00:00:00,000 --> 00:00:01,000\r\nПривет 🎬\r\n".utf16)
        let bytes = units.flatMap { isLittleEndian ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(SubRipParser.parse(bytes).cues.map(\.text) == ["Привет 🎬"])
    }

    @Test("line breaks and no-break spaces of Advanced SubStation Alpha are kept")
    func escapes() {
        let cue = SubRipParser.parse("1\n00:00:00,000 --> 00:00:01,000\n<i>one\\Ntwo</i>\\hthree \\x\\").cues.first
        #expect(cue?.text == "one\ntwo\u{A0}three \\x\\" && cue?.markup.contains("<i>one\ntwo</i>") == true)
    }

    @Test("a text without times has no cues", arguments: ["", "\n\n", "text", "1\n2\n3"])
    func nothing(text: String) { #expect(SubRipParser.parse(text).cues.isEmpty) }
}
