import Foundation
import PlayheadCore
import Testing

@testable import PlayheadCaptions

@Suite("Style sheets of captions")
struct CaptionStyleSheetTests {
    private func color(_ value: String) -> CSSColor? {
        let sheet = CaptionStyleSheet(parsing: "::cue { color: \(value) }")
        guard case .color(let color)? = sheet.rules.first?.declarations.first?.value else { return nil }
        return color
    }

    @Test(
        "Colours are read in every form",
        arguments: [
            ("red", 0xFF0000, 1.0), ("RebeccaPurple", 0x663399, 1), ("#abc", 0xAABBCC, 1), ("#ABCD", 0xAABBCC, 13.0 / 15),
            ("#102030", 0x102030, 1),
            ("#10203080", 0x102030, 128.0 / 255), ("rgb(1, 2, 3)", 0x010203, 1), ("rgba(255,0,0,.5)", 0xFF0000, 0.5),
            ("rgb(100% 0% 50% / 25%)", 0xFF0080, 0.25),
            ("hsl(120, 100%, 25%)", 0x008000, 1), ("hsla(240deg 100% 50% / 0.1)", 0x0000FF, 0.1), ("rgb(300,-1,0)", 0xFF0000, 1),
            ("transparent", 0, 0),
            ("hsl(-120, 100%, 50%)", 0x0000FF, 1),
        ] as [(String, Int, Double)])
    func colors(_ text: String, _ rgb: Int, _ opacity: Double) {
        #expect(color(text) == CSSColor(rgb: UInt32(rgb), opacity: opacity))
    }

    @Test(
        "An invalid colour changes nothing",
        arguments: ["redd", "#12", "#gggggg", "#+12345", "rgb(1,2)", "rgb(1,2,3,4,5)", "hsl(1,2,3)", "12", "url(red)", "red blue", ""])
    func noColors(_ text: String) {
        let sheet = CaptionStyleSheet(parsing: "::cue { color: \(text) }")
        #expect(sheet.rules.first?.declarations.isEmpty == true && sheet.warnings.count == 1)
    }

    @Test("Unsupported parts are reported with their line, and the rest applies")
    func warnings() {
        let sheet = CaptionStyleSheet(
            parsing: """
                @import url("x.css");
                ::cue { color: red; colour: blue;
                  position: absolute; background-image: url(a.png); opacity: much }
                p { color: red }
                ::cue(b:hover) { color: lime }
                video::cue { color: lime }
                ::cue(i { color: lime } ) {}
                ::cue-region(#a) { background: none }
                ::cue(b), ::selection { color: lime }
                ::cue(u) { color lime; ; 7: 8; color: aqua !important }
                """)
        #expect(sheet.warnings.map(\.line) == [1, 2, 3, 3, 3, 4, 5, 6, 7, 9, 10, 10])
        #expect(sheet.rules.map(\.targets.count) == [1, 1, 1, 1, 1])
        #expect(sheet.rules.flatMap(\.targets).count { $0 == .nothing } == 2)
        #expect(
            sheet.rules.last?.declarations == [CueDeclaration(property: .color, value: .color(CSSColor(rgb: 0x00FFFF)), isImportant: true)])
    }

    @Test("Warnings have the lines of the file, and cues have its style sheets unchanged")
    func lines() throws {
        let file = try WebVTTParser.parse(
            "WEBVTT\n\nSTYLE\n::cue { color: red }\n::cue { colr: red }\n\nNOTE\n\nSTYLE\n::cue(b) { color: blue }\n\n1\n00:01.000 --> 00:02.000\na<00:01.500>b\n"
        )
        #expect(file.warnings == [CaptionWarning(line: 5, message: "\"colr\" is not a property of captions")])
        #expect(file.cues[0].styleSheets == file.styles && file.styles.count == 2)
        #expect(file.cues[0].markupStartTime == 1)
        let again = try JSONDecoder().decode(CaptionCue.self, from: JSONEncoder().encode(file.cues[0]))
        #expect(again.styleSheets.isEmpty && again.markupStartTime == 1 && again.markup == file.cues[0].markup)
    }

    @Test("Names may be escaped and strings quoted; comments and the start of HTML comments are ignored")
    func syntax() {
        let sheet = CaptionStyleSheet(
            parsing:
                "/* a */ ::cue(#\\31 23) { color: red; /* b */ } ::cue(v[voice='A\\'B']) { font-family: \"A, B\", c d } ::CUE(.\\e9 t\\e9) { COLOR: Red }"
        )
        #expect(sheet.warnings.isEmpty && sheet.rules.count == 3)
        let conditions = sheet.rules.map { rule -> CaptionSelector.Condition? in
            if case .inside(let selector) = rule.targets[0] { selector.compounds.first?.last } else { nil }
        }
        #expect(
            conditions == [.identifier("123"), .attribute(name: "voice", .equals, value: "A'B", ignoresCase: false), .className("été")])
        #expect(sheet.rules[1].declarations == [CueDeclaration(property: .fontFamily, value: .families(["A, B", "c d"]))])
    }

    @Test(
        "Shorthands are expanded",
        arguments: [
            ("font: italic bold 120%/1.5 Serif, x", 7), ("font: 2em \"A B\"", 7), ("font: bold", 0), ("background: rgba(0,0,0,.5)", 1),
            ("background: none", 1),
            ("background: url(x) red", 0), ("outline: 2px solid red", 3), ("outline: none", 3), ("text-decoration: underline red wavy", 3),
            ("text-decoration: none", 3), ("text-decoration: blink", 0), ("text-shadow: 1px 2px 3px red, 0 0 1em rgba(0,0,0,.5)", 1),
            ("text-shadow: 1px", 0),
            ("font-size: -1px", 0), ("font-size: larger", 1), ("font-weight: 0", 0), ("font-weight: bolder", 1), ("line-height: 1.2", 1),
            ("white-space: pre", 1),
            ("ruby-position: under", 1), ("text-combine-upright: all", 1), ("visibility: hidden", 1), ("opacity: 50%", 1),
            ("color: inherit", 1), ("font: inherit", 7),
        ])
    func shorthands(_ text: String, _ count: Int) {
        let sheet = CaptionStyleSheet(parsing: "::cue { \(text) }")
        #expect(sheet.rules[0].declarations.count == count && sheet.warnings.isEmpty == (count > 0), "\(sheet)")
    }

    @Test("A sheet with too much text, too many rules, or selectors that are too long or too deep is parsed up to the limits")
    func bounds() {
        let many = CaptionStyleSheet(parsing: String(repeating: "::cue{}", count: 2000))
        #expect(many.rules.count == 500 && many.warnings.count <= 50)
        let long = CaptionStyleSheet(parsing: "::cue{color:red}" + String(repeating: " ", count: 100_000) + "::cue{color:blue}")
        #expect(long.rules.count == 1 && long.warnings.map(\.line) == [1])
        #expect(CaptionStyleSheet(parsing: "::cue(b b b b b b b b b) {}").warnings.count == 1)
        #expect(CaptionStyleSheet(parsing: "::cue(" + String(repeating: ":not(", count: 5000) + "b").rules.isEmpty)
        #expect(CaptionStyleSheet(parsing: "::cue {" + String(repeating: "{", count: 50_000)).rules.count <= 1)
        #expect(CaptionStyleSheet(parsing: String(repeating: "::cue(", count: 5000)).rules.isEmpty)
    }
}
