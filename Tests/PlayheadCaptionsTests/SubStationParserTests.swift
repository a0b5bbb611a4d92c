import PlayheadCaptions
import PlayheadCore
import TestSupport
import Testing

@Suite("SubStation Alpha")
struct SubStationParserTests {
    private func parse(_ events: String) -> SubStationFile {
        SubStationParser.parse(Array("[Script Info]\nTitle: a\n\n[Events]\n\(events)".utf8))
    }

    private func texts(_ file: SubStationFile) -> [String] { file.cues.map { "\($0.startTime) \($0.endTime) \($0.markup)" } }

    @Test("Columns are in the order of the format, and the text contains commas")
    func columns() {
        let file = parse(
            """
            Format: Layer, Start, End, Style, Name, Text
            Dialogue: 0,0:00:00.00,0:00:01.23,Default ,Olly,One, two{ignored}.
            Comment: 0,0:00:01.00,0:00:02.00,Default,,No dialogue
            Dialogue: ,1:00:02.34,1:00:03.45,Default,,{\\i1}Three\\N{\\i0}four
            Dialogue: a,0:00:04:56,0:00:08:90,Default,,{\\an8}{\\pos(3,4)}1,2,3
            Dialogue: 0,0:00:05.00,0:00:06.00,Default,,{\\p1}m 0 0 l 9 9{\\p0}
            """)
        #expect(texts(file) == ["0.0 1.23 One, two.", "3602.34 3603.45 <i>Three</i>\nfour", "4.56 8.9 1,2,3"])
        #expect(file.cues[2].layout.line == 0 && file.warnings.isEmpty)
        let short = parse("Format: Text, Start, End\nDialogue: a,0:00:01.00,0:00:02.00\nDialogue: b,,0:00:02.00\nDialogue: c")
        #expect(texts(short) == ["1.0 2.0 a"] && short.warnings.map(\.line) == [7, 8])
    }

    @Test("Without a format the columns are the usual ones; other sections are ignored")
    func usual() {
        let file = parse(
            "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,a,b\r\n[Fonts]\nDialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,c")
        #expect(texts(file) == ["1.0 2.0 a,b"])
    }

    @Test("The first section is the signature")
    func signature() {
        for text in ["[Script Info]\n", "\u{FEFF}[script info]", "; a comment\n\n[Script Info]"] {
            #expect(SubStationParser.hasSignature(Array(text.utf8)), "\(text)")
        }
        for text in ["", "WEBVTT\n\n[Script Info]", "1\n00:00:01,000 --> 00:00:02,000\n[Script Info]"] {
            #expect(!SubStationParser.hasSignature(Array(text.utf8)), "\(text)")
        }
    }

    @Test("Hostile files are limited", .timeLimit(.minutes(5)))
    func hostile() {
        let line = "Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,"
        #expect(parse(Array(repeating: line + "a", count: CaptionLimits.cues + 5).joined(separator: "\n")).cues.count == CaptionLimits.cues)
        #expect(parse(line + String(repeating: "{\\p1", count: 100_000)).cues.count <= 1)
        let columns = "Format: " + String(repeating: "x,", count: 200_000) + "Start, End, Text\n"
        #expect(parse(columns + String(repeating: "Dialogue: x\n", count: 100_000)).cues.isEmpty)
        #expect(parse("Dialogue: 0,99999999999999999999:00:00,-1:0:0,,,0,0,0,,a").cues.isEmpty)
    }

    @Test(
        "The files of Media3 have their cues", .enabled(if: Corpus.has("ass-media3")),
        arguments: [
            ("typical", 3), ("typical_utf16le", 3), ("typical_utf16be", 3), ("invalid_layer", 3), ("overlapping_cues_different_layers", 2),
            ("style_bold_italic", 3), ("positioning_without_playres", 1),
        ])
    func corpus(name: String, count: Int) throws {
        let bytes = try Corpus.bytes("ass-media3", name)
        #expect(SubStationParser.hasSignature(bytes))
        let file = SubStationParser.parse(bytes)
        #expect(file.cues.count == count, "\(texts(file)) \(file.warnings)")
    }
}
