import PlayheadCaptions
import PlayheadCore
import PlayheadView
import Testing

@Suite("Caption style")
struct CaptionStyleTests {
    @Test("A style is parsed from fields; absent fields keep their defaults")
    func fields() throws {
        let style = try CaptionStyle(parsing: "size=150,font=Noto Serif,color=ffFF00,background=102030/0.5,edge=shadow")
        #expect(style.scale == 1.5 && style.fontFamily == "Noto Serif" && style.edge == .shadow)
        #expect(style.foreground == .init(rgb: 0xFFFF00) && style.background == .init(rgb: 0x102030, opacity: 0.5))
        #expect(try CaptionStyle(parsing: "") == CaptionStyle())
        #expect(try CaptionStyle(parsing: "background=ffffff").background == .init(rgb: 0xFFFFFF, opacity: 0.8))
    }

    @Test(
        "An invalid style is an error",
        arguments: [
            "size", "size=", "size=24", "size=401", "size=nan", "color=red", "color=ff00", "color=ffffff/2", "color=ffffff/0.1/0.2",
            "color=+12345", "stream=perhaps",
            "background=ffffff/", "edge=round", "look=nice", "weight=bold", "=",
        ])
    func faults(_ text: String) {
        #expect(throws: CaptionStyle.Fault.self) { try CaptionStyle(parsing: text) }
    }

    @Test("A look is a set of colours", arguments: CaptionStyle.Look.allCases)
    func looks(_ look: CaptionStyle.Look) throws {
        let style = try CaptionStyle(parsing: "size=200,look=\(look.rawValue)")
        #expect(style.look == look && style.scale == 2 && style.foreground.rgb != style.background.rgb)
    }

    @Test("WebVTT's style is white on black, and custom colours are no look")
    func own() {
        var style = CaptionStyle()
        #expect(style.look == .whiteOnBlack)
        style.foreground.rgb = 0x00FF00
        #expect(style.look == nil)
        style.look = nil
        #expect(style.foreground.rgb == 0x00FF00)
    }

    @Test("Only the viewer's settings override the stream's style")
    func overStreams() throws {
        let sheet = CaptionStyleSheet(
            parsing: "::cue { color: red; background: blue; text-shadow: 1px 1px black } ::cue(b) { background: lime }")
        let cue = CaptionCue(startTime: 0, endTime: 1, text: "a b", markup: "a <b>b</b>")
        let styled = StyledCue(cue, sheets: [sheet], context: CueStyleContext(pictureWidth: 1600, pictureHeight: 900))
        #expect(CaptionStyle().applied(to: styled) == styled)
        let colors = try CaptionStyle(parsing: "color=ffff00,background=102030/0.5").applied(to: styled)
        #expect(colors.runs.allSatisfy { $0.style.color == CSSColor(rgb: 0xFFFF00) && $0.style.background == nil })
        #expect(colors.background == CSSColor(rgb: 0x102030, opacity: 0.5) && !colors.runs[0].style.shadows.isEmpty)
        let rest = try CaptionStyle(parsing: "size=200,font=Serif,edge=outline").applied(to: styled)
        #expect(rest.runs.allSatisfy { $0.style.fontSize == 90 && $0.style.fontFamilies[0] == "Serif" && $0.style.shadows.isEmpty })
        #expect(rest.runs[0].style.color == CSSColor(rgb: 0xFF0000) && rest.background == CSSColor(rgb: 0x0000FF))
        let none = try CaptionStyle(parsing: "stream=no").applied(
            to: StyledCue(cue, sheets: [], context: CueStyleContext(pictureWidth: 16, pictureHeight: 9)))
        #expect(none.runs.allSatisfy { $0.style.color == CSSColor(rgb: 0xFFFFFF) && $0.style.background == nil })
    }
}
