import Testing

@testable import PlayheadCaptions

@Suite struct CueTextTests {
    @Test("tags, classes, voices, languages and times become a tree")
    func tree() {
        let text = CueText(parsing: "<v.loud.first Mary &amp; Ann>Hi <lang en-GB>there <i>you</i></lang><00:01.500> now</v>")
        let expected: [CueNode] = [
            .span(
                CueSpan(
                    .voice("Mary & Ann"), classes: ["loud", "first"],
                    children: [
                        .text("Hi "),
                        .span(
                            CueSpan(
                                .language, language: "en-GB",
                                children: [.text("there "), .span(CueSpan(.italic, language: "en-GB", children: [.text("you")]))])),
                        .timestamp(1.5), .text(" now"),
                    ]))
        ]
        #expect(text.nodes == expected)
        #expect(text.plainText == "Hi there you now")
        #expect(text.voices == ["Mary & Ann"])
    }

    @Test("the language of a tag ends with it")
    func languages() {
        let text = CueText(parsing: "<b>a</b><lang fr><b>b</b></lang><b>c</b>", language: "en")
        let languages = text.nodes.compactMap { if case .span(let span) = $0 { span.language } else { nil } }
        #expect(languages == ["en", "fr", "en"])
    }

    @Test("readings of ruby text are not part of the plain text")
    func ruby() { #expect(CueText(parsing: "<ruby>東京<rt>とうきょう</rt></ruby>へ").plainText == "東京へ") }

    @Test(
        "character references are those of HTML",
        arguments: [
            ("&#x41;&#66;&#67", "ABC"), ("&#x80;&#150;", "€–"),
            ("&#0;&#xD800;&#x110000;&#99999999999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&#;&#x;&#xg;", "&#;&#x;&#xg;"), ("&eacute&Eacute;", "éÉ"), ("&CounterClockwiseContourIntegral;", "∳"),
            ("&nosuchname;", "&nosuchname;"),
            ("&amp;amp;", "&amp;"), ("a & b", "a & b"), ("&notin;&notinx", "∉¬inx"), ("&frac12x", "½x"), ("&lrm;", "\u{200E}"),
            ("&thetasym", "&thetasym"),
            ("&fjlig;", "fj"), ("&#10;", "\n"),
        ])
    func references(markup: String, text: String) { #expect(CueText(parsing: markup).plainText == text) }

    @Test("an end tag without an open tag is ignored")
    func ends() {
        #expect(CueText(parsing: "<b>a</i>b</b>c").treeText == "| <b>\n|   \"a\"\n|   \"b\"\n| \"c\"")
        #expect(CueText(parsing: "<i>a</I>b").plainText == "ab")
    }

    @Test("tags may be nested to any depth", .timeLimit(.minutes(5)))
    func deep() {
        let count = 200_000
        let text = CueText(parsing: String(repeating: "<b>", count: count) + "in" + String(repeating: "</b>", count: count) + "out")
        #expect(text.plainText == "inout")
        #expect(text.nodes.last == .text("out"))
        #expect(text.nodes.count == 2)
    }

    @Test("the markup of plain text is parsed as that text")
    func escaping() {
        let text = "a < b && c > d &amp; -->"
        #expect(CueText(parsing: CueText.escaped(text)).plainText == text)
        #expect(!CueText.escaped(text).contains("-->"))
    }

    @Test("the default colours are found by class, the last one applies")
    func colors() {
        #expect(CaptionColor.text(classes: ["red", "loud", "lime"]) == .lime)
        #expect(CaptionColor.background(classes: ["red", "bg_blue"]) == .blue)
        #expect(CaptionColor.text(classes: ["bg_blue", "green"]) == nil)
    }
}
