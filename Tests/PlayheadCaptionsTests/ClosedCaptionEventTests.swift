import PlayheadCore
import Testing

@testable import PlayheadCaptions

@Suite struct ClosedCaptionEventTests {
    @Test(
        "a dialogue line is parsed with leading fields, with a script's, or alone",
        arguments: ["0,0,Default,,0,0,0,,", "17,0,Default,,0,0,0,,", "Dialogue: 0,0:00:01.00,0:00:04.00,Default,,0,0,0,,", ""])
    func fields(prefix: String) {
        let cues = ClosedCaptionEvent(dialogue: prefix + #"{\an7}{\pos(76,243)}Well, hello, 1, 2, 3, 4, 5, 6, 7, 8"#).cues(start: 1, end: 4)
        #expect(cues.map(\.text) == ["Well, hello, 1, 2, 3, 4, 5, 6, 7, 8"])
        #expect(cues.map(\.startTime) == [1] && cues.map(\.endTime) == [4])
    }

    @Test("consecutive rows are one cue, with their indents, at the position of the first one")
    func rows() throws {
        let event = ClosedCaptionEvent(
            dialogue: #"0,0,Default,,0,0,0,,{\an7}{\pos(76,228)}♪ Hello  \N{\an7}{\pos(76,243)}{\i1}\h\hworld{\i0} {\u1}{\i1}& you"#)
        let cue = try #require(event.cues(start: 0, end: .infinity).first)
        #expect(event.cues(start: 0, end: 1).count == 1)
        #expect(cue.text == "♪ Hello\n\u{A0}\u{A0}world & you")
        #expect(cue.markup == "♪ Hello\n<i>\u{A0}\u{A0}world</i> <u><i>&amp; you</i></u>")
        #expect(!cue.layout.snapToLines && cue.layout.align == .left && cue.layout.positionAlign == .lineLeft)
        #expect(abs((cue.layout.line ?? 0) - 79.17) < 0.01 && abs((cue.layout.position ?? 0) - 19.79) < 0.01)
    }

    @Test("distant rows are separate cues")
    func farRows() {
        let event = ClosedCaptionEvent(dialogue: #"{\an7}{\pos(38,28)}Top row\N{\an7}{\pos(115,243)}Bottom"#)
        let cues = event.cues(start: 6, end: 9)
        #expect(cues.map(\.text) == ["Top row", "Bottom"])
        #expect((cues[0].layout.line ?? 100) < 10 && (cues[1].layout.line ?? 0) > 80)
    }

    @Test("every pair of adjacent rows of the 15 is one cue, pairs with a row between are two")
    func everyRow() {
        func y(_ row: Int) -> Int { Int(saturating: 288 * (0.1 + 0.0533 * Double(row)), rounding: .down) }
        for row in 0..<13 {
            let near = ClosedCaptionEvent(dialogue: "{\\an7}{\\pos(38,\(y(row)))}a\\N{\\an7}{\\pos(38,\(y(row + 1)))}b")
            let far = ClosedCaptionEvent(dialogue: "{\\an7}{\\pos(38,\(y(row)))}a\\N{\\an7}{\\pos(38,\(y(row + 2)))}b")
            #expect(near.cues(start: 0, end: 1).count == 1 && far.cues(start: 0, end: 1).count == 2, "row \(row)")
        }
    }

    @Test("colours become WebVTT's classes, white is the default")
    func colors() {
        let event = ClosedCaptionEvent(dialogue: #"{\c&H00FFFF&}yellow {\c&H00FF00&}green {\c&HFFFFFF&}white {\c&HFF0000&}blue"#)
        #expect(event.cues(start: 0, end: 1).map(\.markup) == ["<c.yellow>yellow </c><c.lime>green </c>white <c.blue>blue</c>"])
    }

    @Test("a cleared screen has no cues", arguments: ["", "0,0,Default,,0,0,0,,", #"{\an7}{\pos(38,28)}\h\h  \N{\an7}{\pos(38,43)}"#])
    func empty(line: String) {
        #expect(ClosedCaptionEvent(dialogue: line).isEmpty)
        #expect(ClosedCaptionEvent(dialogue: line).cues(start: 0, end: 1).isEmpty)
    }

    @Test(
        "anything but a code is text",
        arguments: [
            (#"a {b"#, "a {b"), (#"a \{b\} \\ c"#, #"a {b} \ c"#), (#"a \q b\"#, #"a \q b\"#), (#"{\i1"#, #"{\i1"#), (#"{nothing}a"#, "a"),
        ])
    func stray(line: String, text: String) { #expect(ClosedCaptionEvent(dialogue: line).cues(start: 0, end: 1).map(\.text) == [text]) }

    @Test("without a position the digit of the number pad applies")
    func alignment() {
        let layout = ClosedCaptionEvent(dialogue: #"{\an8}top"#).cues(start: 0, end: 1).first?.layout
        #expect(layout?.line == 0 && layout?.snapToLines == true && layout?.align == .center)
    }
}
