import TestSupport
import Testing

@testable import PlayheadCore
@testable import PlayheadTerminal

@Suite struct SafeTextTests {
    static let hostileTexts: [(String, String)] = [
        ("\u{1B}]0;owned\u{7}Title", "]0;ownedTitle"), ("\u{1B}[2J\u{1B}[31mred", "[2J[31mred"), ("\u{9B}31mred", "31mred"),
        ("\u{1B}Pq\u{1B}\\", "Pq\\"),
        ("a\r\nb\tc", "a b c"), ("\u{202E}gpj.exe", "gpj.exe"), ("a\u{200B}b\u{FEFF}", "ab"), ("\u{2028}x", " x"), ("\u{E000}x", "x"),
        ("\u{301}e", "e"), ("e\u{301}", "e\u{301}"), ("👩‍👩‍👧 family", "👩 family"), ("ブレンダー", "ブレンダー"), ("", ""),
    ]

    @Test(arguments: hostileTexts) func terminalControlsAreRemoved(text: String, cleaned: String) {
        #expect(SafeText.clean(text) == cleaned)
    }

    @Test func combiningMarksAreLimited() {
        let cleaned = SafeText.clean("Z" + String(repeating: "\u{336}", count: 1000))
        #expect(cleaned.unicodeScalars.count <= 6)
    }

    @Test(
        "The cost depends on the kept characters, not on the length of the text",
        arguments: ["x", "\u{1B}", "e\u{301}", "\u{301}", "👩\u{200D}", " "])
    func longTextIsCut(piece: String) {
        let text = String(repeating: piece, count: 2_000_000)
        let cost = processorTime {
            for _ in 0..<100 {
                let cleaned = SafeText.clean(text)
                #expect(cleaned.count <= SafeText.maximumLength + 1 && cleaned.hasSuffix("…"))
            }
        }
        // An earlier implementation took longer for a single call.
        #expect(cost < 30)
    }

    @Test("Truncated text is marked, and text that fits is unchanged")
    func limitsCountCharacters() {
        #expect(SafeText.clean("abcdef", limit: 6) == "abcdef")
        #expect(SafeText.clean("abcdef", limit: 5) == "abcde…")
        #expect(SafeText.clean("ab\u{1B}\u{1B}cd", limit: 4) == "abcd")
        #expect(SafeText.clean("abc", limit: 0) == "…")
        #expect(SafeText.clean("", limit: 0).isEmpty)
    }

    @Test("Every character that is harmful in lines or on terminals is removed")
    func noHarmfulScalarIsLeft() {
        for value in UInt32(0)...0x3000 {
            guard let scalar = Unicode.Scalar(value), SafeText.isHarmful(scalar) else { continue }
            let cleaned = SafeText.clean("a\(Character(scalar))b")
            #expect(cleaned == "ab" || cleaned == "a b")
        }
    }

    static let widths: [(String, Int)] = [
        ("abc", 3), ("日本", 4), ("ｆｕｌｌ", 8), ("e\u{301}", 1), ("🎬", 2), ("☀\u{FE0F}", 2), ("▶", 1), ("━●┈", 3), ("한국어", 6), ("🇨🇭", 2),
        ("", 0), ("น้ำ", 2), ("कि", 2), ("क्ष", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("👍🏽", 2), ("1\u{FE0F}\u{20E3}", 2),
        ("👩\u{200D}👧", 2),
    ]

    @Test(arguments: widths) func widthIsInColumns(text: String, width: Int) {
        #expect(TextWidth.of(text) == width)
    }

    @Test func truncatingCountsColumns() {
        #expect(SafeText.truncate("日本語", to: 6) == "日本語")
        #expect(SafeText.truncate("日本語", to: 5) == "日本…")
        #expect(SafeText.truncate("日本語", to: 4) == "日…")
        #expect(SafeText.truncate("abc", to: 1) == "…")
        #expect(SafeText.truncate("abc", to: 0) == "")
        #expect(SafeText.truncateMiddle("https://host/a/long/path.m3u8", to: 19) == "https://h…path.m3u8")
    }

    @Test func wrappingBreaksAtSpacesAndLongWords() {
        #expect(SafeText.wrap("the server answered", to: 10) == ["the server", "answered"])
        #expect(SafeText.wrap("abcdefghij", to: 4) == ["abcd", "efgh", "ij"])
        #expect(SafeText.wrap("日本語", to: 1) == ["…"])
        #expect(SafeText.wrap("", to: 10) == [])
        #expect(SafeText.wrap("x", to: 0) == [])
        #expect(SafeText.wrap("a bb ccc", to: 4) == ["a bb", "ccc"])
        #expect(SafeText.wrap("a abcdefg h", to: 4) == ["a", "abcd", "efg", "h"])
        #expect(SafeText.wrap("日本語 ab", to: 4) == ["日本", "語", "ab"])
    }

    @Test("Fitting text costs as much as its columns, and wrapping as much as its length")
    func longText() {
        let word = String(repeating: "x", count: 500_000)
        let cost = processorTime {
            for _ in 0..<1000 {
                #expect(SafeText.truncate(word, to: 10) == "xxxxxxxxx…")
                #expect(SafeText.truncateMiddle(word, to: 11) == "xxxxx…xxxxx")
            }
            #expect(SafeText.wrap(word, to: 5).count == 100_000)
        }
        #expect(cost < 30)
    }

    static let palette: [(TerminalColor, Int)] = [
        (TerminalColor(red: 0, green: 0, blue: 0), 16), (TerminalColor(red: 255, green: 255, blue: 255), 231),
        (TerminalColor(red: 255, green: 0, blue: 0), 196),
        (TerminalColor(red: 128, green: 128, blue: 128), 244),
        (TerminalColor(red: 95, green: 135, blue: 175), 67),
    ]

    @Test(arguments: palette) func theNearestPaletteEntryIsUsed(color: TerminalColor, index: Int) {
        #expect(color.paletteIndex == index)
    }
}
