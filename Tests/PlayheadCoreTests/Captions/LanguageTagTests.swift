import Testing

@testable import PlayheadCore

@Suite struct LanguageTagTests {
    /// The matching languages, best first.
    private func order(_ wanted: String, _ tracks: [String]) throws -> [String] {
        let wanted = try #require(LanguageTag(wanted))
        let suitable = tracks.compactMap { text in LanguageTag(text).flatMap(wanted.suitability).map { (text, $0) } }
        return suitable.sorted { $0.1 > $1.1 }.map(\.0)
    }

    @Test("the same tag matches best, then a less specific one, then a more specific one, then the same language in another region")
    func order() throws {
        #expect(try order("pt-BR", ["fr", "pt-PT", "pt", "pt-BR", "pt-BR-x-kids"]) == ["pt-BR", "pt", "pt-BR-x-kids", "pt-PT"])
        #expect(try order("zh-Hant-TW", ["zh", "zh-Hans", "zh-Hant", "zh-CN", "zh-HK"]) == ["zh-Hant", "zh", "zh-HK"])
        #expect(try order("zh-TW", ["zh-Hans", "zh-Hant"]) == ["zh-Hant"])
        #expect(try order("en", ["en-US", "de"]) == ["en-US"])
    }

    @Test(
        "tags are equal in every spelling",
        arguments: [
            ("EN-us", "en-US"), ("en_US", "en-US"), ("eng", "en"), ("ger", "de"), ("deu", "de"), ("fre-CA", "fr-CA"), ("iw", "he"),
            ("cmn", "zh"),
        ])
    func same(one: String, other: String) { #expect(LanguageTag(one) == LanguageTag(other)) }

    @Test("a text without a language is invalid", arguments: ["", "-", "und", "mul", "zxx", "ä"])
    func none(text: String) { #expect(LanguageTag(text) == nil) }
}
