import PlayheadView
import Testing

@Suite("How captions look")
struct CaptionStyleTests {
    @Test("A style is written as fields; what is not named stays")
    func fields() throws {
        let style = try CaptionStyle(parsing: "size=150,font=Noto Serif,color=ffFF00,background=102030/0.5,edge=shadow")
        #expect(style.scale == 1.5 && style.fontFamily == "Noto Serif" && style.edge == .shadow)
        #expect(style.foreground == .init(rgb: 0xFFFF00) && style.background == .init(rgb: 0x102030, opacity: 0.5))
        #expect(try CaptionStyle(parsing: "") == CaptionStyle())
        #expect(try CaptionStyle(parsing: "background=ffffff").background == .init(rgb: 0xFFFFFF, opacity: 0.8))
    }

    @Test(
        "What is no style is told",
        arguments: [
            "size", "size=", "size=24", "size=401", "size=nan", "color=red", "color=ff00", "color=ffffff/2", "color=ffffff/0.1/0.2",
            "color=+12345",
            "background=ffffff/", "edge=round", "look=nice", "weight=bold", "=",
        ])
    func faults(_ text: String) {
        #expect(throws: CaptionStyle.Fault.self) { try CaptionStyle(parsing: text) }
    }

    @Test("Looks are colours that go together", arguments: CaptionStyle.Look.allCases)
    func looks(_ look: CaptionStyle.Look) throws {
        let style = try CaptionStyle(parsing: "size=200,look=\(look.rawValue)")
        #expect(style.look == look && style.scale == 2 && style.foreground.rgb != style.background.rgb)
    }

    @Test("WebVTT's own is white on black, and colours of one's own are no look")
    func own() {
        var style = CaptionStyle()
        #expect(style.look == .whiteOnBlack)
        style.foreground.rgb = 0x00FF00
        #expect(style.look == nil)
        style.look = nil
        #expect(style.foreground.rgb == 0x00FF00)
    }
}
