import PlayheadCaptions
import PlayheadCore
import Testing

@Suite("How cues look")
struct StyledCueTests {
    private let context = CueStyleContext(pictureWidth: 1600, pictureHeight: 1000, time: 5, language: "en-GB")

    private func styled(_ markup: String, _ css: String..., id: String = "", time: Double = 5, region: CueStyle? = nil) -> StyledCue {
        var context = context
        context.time = time
        return StyledCue(
            CaptionCue(id: id, startTime: 0, endTime: 10, text: "", markup: markup), sheets: css.map { CaptionStyleSheet(parsing: $0) },
            context: context, region: region)
    }

    /// Returns the texts that are red.
    private func red(_ markup: String, _ selector: String, id: String = "", time: Double = 5) -> [String] {
        let cue = styled(markup, "\(selector) { color: red }", id: id, time: time)
        return (cue.runs + cue.readings.flatMap { $0 }).filter { $0.style.color == CSSColor(rgb: 0xFF0000) }.map(\.text)
    }

    @Test("Without sheets the style is WebVTT's: white on black, 5 % of the height, tags and colour classes")
    func own() {
        let cue = styled("a <i>b</i> <b>c</b> <u>d</u> <c.yellow.bg_blue>e</c>")
        #expect(cue.text == "a b c d e" && cue.background == CSSColor(rgb: 0, opacity: 0.8))
        #expect(cue.runs[0].style.color == CSSColor(rgb: 0xFFFFFF) && cue.runs[0].style.fontSize == 50)
        #expect(
            cue.runs.filter(\.style.isItalic).map(\.text) == ["b"] && cue.runs.filter { $0.style.fontWeight == 700 }.map(\.text) == ["c"])
        #expect(cue.runs.first { $0.text == "d" }?.style.decorations == [.init(lines: [.underline], color: CSSColor(rgb: 0xFFFFFF))])
        let colored = cue.runs.last?.style
        #expect(colored?.color == CSSColor(rgb: 0xFFFF00) && colored?.background == CSSColor(rgb: 0x0000FF))
    }

    @Test(
        "Selectors",
        arguments: [
            ("::cue", ["a", "b", "c", "d"]), ("::cue(*)", ["a", "b", "c", "d"]), ("::cue(#x)", ["a", "b", "c", "d"]), ("::cue(#y)", []),
            ("::cue(b)", ["b", "c"]),
            ("::cue(.k)", ["b", "c"]), ("::cue(b.k)", ["b", "c"]), ("::cue(i.k)", []), ("::cue(b i)", ["c"]), ("::cue(b > i)", ["c"]),
            ("::cue(i > b)", []),
            ("::cue(b + v)", ["d"]), ("::cue(b ~ v)", ["d"]), ("::cue(v + b)", []), ("::cue(v[voice=\"Anna K\"])", ["d"]),
            ("::cue([voice^=Anna])", ["d"]),
            ("::cue([voice~=K])", ["d"]), ("::cue([voice*=nn])", ["d"]), ("::cue([voice$=k i])", ["d"]), ("::cue([voice=anna])", []),
            ("::cue([voice])", ["d"]),
            ("::cue([lang=\"en-GB\"])", ["a", "b", "c", "d"]), ("::cue(:lang(en))", ["a", "b", "c", "d"]), ("::cue(:lang(de))", []),
            ("::cue(:root)", ["a", "b", "c", "d"]), ("::cue(b:not(.k))", []), ("::cue(:is(i, v))", ["c", "d"]),
            ("::cue(i, v)", ["c", "d"]),
            ("::cue(:past)", []), ("video::cue", []), ("*::cue", ["a", "b", "c", "d"]),
        ])
    func selectors(_ selector: String, _ expected: [String]) {
        #expect(red("a<b.k>b<i>c</i></b><v Anna K>d</v>", selector, id: "x").joined() == expected.joined())
    }

    @Test("The language is that of the innermost tag with one")
    func languages() {
        #expect(red("a<lang de-AT>b<i>c</i></lang>", "::cue(:lang(de))") == ["b", "c"])
        #expect(red("a<lang de-AT>b<i>c</i></lang>", "::cue(lang[lang=de-AT])") == ["b", "c"])
        #expect(red("a<lang de-AT>b</lang>", "::cue(lang[lang|=de])") == ["b"])
    }

    @Test("The more specific rule has priority, then the later one, and important declarations over all")
    func cascade() {
        func color(_ css: String...) -> UInt32? {
            let sheets = css.map { CaptionStyleSheet(parsing: $0) }
            return StyledCue(
                CaptionCue(id: "x", startTime: 0, endTime: 1, text: "", markup: "<b.k>b</b>"), sheets: sheets, context: context
            ).runs[0].style.color.rgb
        }
        #expect(color("::cue(.k) { color: #000001 } ::cue(b) { color: #000002 }") == 1)
        #expect(color("::cue(b) { color: #000001 }", "::cue(b) { color: #000002 }") == 2)
        #expect(color("::cue(b) { color: #000001 ! important }", "::cue(b.k) { color: #000002 }") == 1)
        #expect(color("::cue(b) { color: #000001 }", "::cue { color: #000002 }") == 1, "what is inherited stands below what is said")
        #expect(color("::cue(b, .k) { color: #000001 } ::cue(b) { color: #000002 }") == 1)
        #expect(color("::cue(:where(.k)) { color: #000001 } ::cue(b) { color: #000002 }") == 2)
        #expect(color("::cue(#x) { color: #000001 } ::cue(b) { color: initial }") == 0xFFFFFF)
        #expect(color("::cue(#x) { color: #000001 } ::cue(b) { color: red } ::cue(b.k) { color: inherit }") == 1)
    }

    @Test("Sizes are relative to the enclosing element, and limited")
    func sizes() {
        func size(_ value: String) -> Double {
            styled("<b>b</b>", "::cue { font-size: 2em } ::cue(b) { font-size: \(value) }").runs[0].style.fontSize
        }
        #expect(
            size("50%") == 50 && size("1.5em") == 150 && size("1rem") == 50 && size("3vh") == 30 && size("1vw") == 16 && size("20px") == 20)
        #expect(
            size("medium") == 50 && size("larger") == 120 && size("15pt") == 20 && size("99999999em") == 250 && size("0") == 100
                && size("0px") == 10)
    }

    @Test("Opacity applies to all nested elements; a background to the box of the cue, or to its element")
    func opacityAndBackground() {
        let cue = styled(
            "a<b>b<i>c</i></b>",
            "::cue { background: rgba(0,0,255,.5); opacity: .5 } ::cue(b) { opacity: .5; background: lime } ::cue(i) { background: rgba(255,0,0,.5) }"
        )
        #expect(cue.background == CSSColor(rgb: 0x0000FF, opacity: 0.25))
        #expect(cue.runs.map(\.style.color.opacity) == [0.5, 0.25, 0.25] && cue.runs[0].style.background == nil)
        #expect(cue.runs[1].style.background == CSSColor(rgb: 0x00FF00, opacity: 0.25))
        #expect(cue.runs[2].style.background.map { $0.opacity > 0.25 } == true)
        #expect(styled("a", "::cue { background: none }").background.opacity == 0)
    }

    @Test("Decorations, shadows, outlines, fonts and visibility")
    func properties() {
        let cue = styled(
            "a<b>b</b>",
            "::cue { text-decoration: underline; font: italic small-caps 300 2em/1.5 Serif; white-space: nowrap } ::cue(b) { text-decoration: line-through red; text-shadow: 1em 2px 50em, 1px 1px red; outline: 2px solid; visibility: hidden; font-stretch: condensed }"
        )
        let (outer, inner) = (cue.runs[0].style, cue.runs[1].style)
        #expect(
            outer.isItalic && outer.isSmallCaps && outer.fontWeight == 300 && outer.lineHeight == 1.5 && outer.fontFamilies == ["Serif"])
        #expect(!outer.whiteSpace.wraps && outer.outline == nil && outer.isVisible)
        #expect(inner.decorations.map(\.lines) == [[.underline], [.lineThrough]] && inner.decorations[1].color == CSSColor(rgb: 0xFF0000))
        #expect(inner.shadows.map(\.x) == [100, 1] && inner.shadows[0].blur == 200 && inner.shadows[0].color == CSSColor(rgb: 0xFFFFFF))
        #expect(
            inner.outline == .init(width: 2, color: CSSColor(rgb: 0xFFFFFF)) && !inner.isVisible && inner.fontStretch == .condensed
                && inner.fontWeight == 700)
    }

    @Test(
        "Text before a timestamp is past after that time, text after it is future until then; the style has its interval of validity"
    )
    func times() {
        let markup = "<c>one</c><00:00:04.000><c>two</c><00:00:06.000><c>three</c>"
        func past(_ time: Double) -> String { red(markup, "::cue(:past)", time: time).joined() }
        func future(_ time: Double) -> String { red(markup, "::cue(:future)", time: time).joined() }
        #expect(past(3) == "" && future(3) == "twothree")
        #expect(past(5) == "one" && future(5) == "three")
        #expect(past(7) == "onetwo" && future(7) == "")
        #expect(past(6) == "one" && future(6) == "", "neither at the time itself")
        #expect(red("<c>no times</c>", "::cue(:past), ::cue(:future)") == [])
        #expect(red("<b>a<00:00:04.000>b</b>", "::cue(:past), ::cue(:future)") == [], "the time is in it, and not after it")
        let cue = styled(markup, time: 5)
        #expect(cue.since == 4.0.nextUp && cue.until == 6)
        #expect(
            styled(markup, time: 6).since == 6 && styled(markup, time: 6).until == 6.0.nextUp && styled(markup, time: 7).until == .infinity)
        let fonts = styled(markup, "::cue(:past) { font-size: 200%; color: red; white-space: pre }", time: 5).runs[0].style
        #expect(fonts.fontSize == 50 && fonts.color == CSSColor(rgb: 0xFF0000), "nothing moves while it is sung")
    }

    @Test("Ruby text has separate readings, each with its base")
    func ruby() {
        let cue = styled("x<ruby>漢<rt>kan</rt>字<rt>ji</rt>!</ruby>y", "::cue(rt) { color: red } ::cue(ruby) { ruby-position: under }")
        #expect(cue.text == "x漢字!y" && cue.readings.map { $0.map(\.text).joined() } == ["kan", "ji"])
        #expect(cue.runs.map(\.reading) == [nil, 0, 1, nil, nil] && cue.runs[1].style.rubyPosition == .under)
        #expect(cue.readings[0][0].style.color == CSSColor(rgb: 0xFF0000) && cue.readings[0][0].style.fontSize == 25)
    }

    @Test("White space is collapsed, except where the style keeps it")
    func whiteSpace() {
        #expect(styled("  a  <b> b </b> \n\tc ").text == "a b\nc")
        #expect(styled(" a  b\nc ", "::cue { white-space: pre }").text == " a  b\nc ")
        #expect(styled(" a  b\nc ", "::cue { white-space: normal }").text == "a b c")
    }

    @Test("Regions have a style, which their cues inherit")
    func regions() {
        let sheet = CaptionStyleSheet(
            parsing: "::cue-region { color: red; background: blue } ::cue-region(#a) { font-size: 2em } ::cue-region(b) { color: lime }")
        var region = CaptionRegion()
        region.id = "a"
        let style = StyledCue.region(region, sheets: [sheet], context: context)
        #expect(style.background == CSSColor(rgb: 0x0000FF) && style.fontSize == 100)
        let cue = styled("a", region: style)
        #expect(
            cue.runs[0].style.color == CSSColor(rgb: 0xFF0000) && cue.runs[0].style.fontSize == 100
                && cue.background == StyledCue.background)
        region.id = "b"
        #expect(StyledCue.region(region, sheets: [sheet], context: context).fontSize == 50)
    }

    @Test("Cues that are too long, too deep or have too many tags and rules take limited time", .timeLimit(.minutes(1)))
    func bounds() {
        let rules = """
            ::cue(c ~ c ~ c ~ c ~ c ~ c ~ c ~ b) { color: red } ::cue(c c c c c c c b) { color: red }
            ::cue(x ~ * ~ * ~ * ~ * ~ * ~ * ~ *) { color: red }

            """
        let sheet = CaptionStyleSheet(parsing: String(repeating: rules, count: 250))
        for markup in [
            String(repeating: "<c>", count: 5000), String(repeating: "<c>x</c>", count: 5000),
            String(repeating: "<ruby>a<rt>b</rt>", count: 2000),
        ] {
            let cue = StyledCue(
                CaptionCue(startTime: 0, endTime: 1, text: "", markup: markup + "<b>b</b>"), sheets: [sheet], context: context)
            #expect(cue.text.utf8.count <= StyledCue.maximumMarkupLength)
        }
    }
}
