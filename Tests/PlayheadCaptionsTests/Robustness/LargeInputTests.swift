import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadCaptions

/// Input that is designed to be slow: quadratic time would exceed the limit.
@Suite(.timeLimit(.minutes(5))) struct LargeInputTests {
    private static let pieces = [
        "-->", "-->\n", "00:00.000 --> 00:01.000\n", "x", "x\n", "\n", "\r", "\0", "<", "<c", "<b>", "</b>", "<v ", "<.", "&", "&#9", "&a;",
        "9", ":", "%",
        "REGION\nid:a\n\n", "STYLE\n", "id:a ", "size:1% ", "{", "{\\i1}", "\\N", "{\\an8", ",", "é", "\u{FEFF}", "1\n", "<i>a", "a</i>",
        " ",
    ]
    private static let beginnings = [
        "WEBVTT\n\n", "WEBVTT\n\n00:00.000 --> 00:01.000 ", "WEBVTT\n\n00:00.000 --> 00:01.000\n", "WEBVTT\n\nREGION\n",
        "WEBVTT\n\nREGION\nlines:",
        "WEBVTT\n\n00:00.000 --> ", "1\n00:00:00,000 --> 00:00:01,000\n", "0,0,Default,,0,0,0,,",
    ]

    private static let length = TestScale.pick(long: 20_000, short: 3_000)

    @Test("a long text of any repeated piece is parsed", arguments: pieces)
    func repeated(piece: String) {
        for beginning in Self.beginnings {
            let bytes = Array(beginning.utf8) + Array(String(repeating: piece, count: Self.length / piece.utf8.count).utf8)
            let cues = (try? WebVTTParser.parse(bytes))?.cues ?? []
            let others = SubRipParser.parse(bytes).cues
            let rows = ClosedCaptionEvent(dialogue: String(decoding: bytes, as: UTF8.self)).rows
            #expect(cues.count + others.count + rows.count <= bytes.count)
        }
    }

    @Test("cues, lines, warnings, style sheets and regions of a file are limited")
    func limits() throws {
        let cue = "00:00.000 --> 59:59.000\na\n\n"
        let many = Array(String(repeating: cue, count: CaptionLimits.cues + 10).utf8)
        let file = try WebVTTParser.parse(Array("WEBVTT\n\n".utf8) + many)
        #expect(file.cues.count == CaptionLimits.cues && file.warnings.count == 1)
        #expect(SubRipParser.parse(many).cues.count == CaptionLimits.cues)
        let lines = String(repeating: "x\n", count: CaptionLimits.lines)
        let other = SubRipParser.parse(lines + cue)
        #expect(other.warnings.count <= CaptionLimits.warnings + 1 && other.cues.isEmpty)
        let head = String(repeating: "STYLE\na\n\n", count: 1000) + String(repeating: "REGION\nid:a\n\n", count: 2000)
        let styled = try WebVTTParser.parse("WEBVTT\n\n" + head)
        #expect(styled.styles.count == CaptionLimits.styles && styled.regions.count == CaptionLimits.regions)
        var timeline = CueTimeline()
        for offset in 0..<3 {
            timeline.insert(
                contentsOf: (0..<50_000).map { CaptionCue(startTime: Double($0), endTime: 1e6 + Double(offset), text: "\(offset)") })
        }
        #expect(timeline.cues.count == CaptionLimits.cues)
    }

    @Test("five thousand cues are parsed and found") func manyCues() throws {
        let cues = (0..<5_000).map {
            "\(WebVTTTimestamp.text(Double($0))) --> \(WebVTTTimestamp.text(Double($0) + 2)) region:r\nCue <i>\($0)</i>"
        }
        let file = try WebVTTParser.parse("WEBVTT\n\nREGION\nid:r\n\n" + cues.joined(separator: "\n\n"))
        #expect(file.cues.count == 5_000)
        var timeline = CueTimeline()
        timeline.insert(contentsOf: file.cues.reversed())
        #expect(timeline.active(at: 777.5).map(\.text) == ["Cue 776", "Cue 777"])
    }
}
