import Testing

@testable import PlayheadCore

@Suite struct LanguageTagTests {
    /// Of languages, those that suit, best first.
    private func order(_ wanted: String, _ tracks: [String]) throws -> [String] {
        let wanted = try #require(LanguageTag(wanted))
        let suitable = tracks.compactMap { text in LanguageTag(text).flatMap(wanted.suitability).map { (text, $0) } }
        return suitable.sorted { $0.1 > $1.1 }.map(\.0)
    }

    @Test("the same suits best, then less of the same, then more of it, then the same language elsewhere")
    func order() throws {
        #expect(try order("pt-BR", ["fr", "pt-PT", "pt", "pt-BR", "pt-BR-x-kids"]) == ["pt-BR", "pt", "pt-BR-x-kids", "pt-PT"])
        #expect(try order("zh-Hant-TW", ["zh", "zh-Hans", "zh-Hant", "zh-CN", "zh-HK"]) == ["zh-Hant", "zh", "zh-HK"])
        #expect(try order("zh-TW", ["zh-Hans", "zh-Hant"]) == ["zh-Hant"])
        #expect(try order("en", ["en-US", "de"]) == ["en-US"])
    }

    @Test(
        "tags are the same however they are written",
        arguments: [
            ("EN-us", "en-US"), ("en_US", "en-US"), ("eng", "en"), ("ger", "de"), ("deu", "de"), ("fre-CA", "fr-CA"), ("iw", "he"),
            ("cmn", "zh"),
        ])
    func same(one: String, other: String) { #expect(LanguageTag(one) == LanguageTag(other)) }

    @Test("what names no language is none", arguments: ["", "-", "und", "mul", "zxx", "ä"])
    func none(text: String) { #expect(LanguageTag(text) == nil) }
}
