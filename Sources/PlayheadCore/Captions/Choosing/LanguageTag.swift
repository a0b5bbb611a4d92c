/// A BCP 47 language tag in a form for comparison: lower case, two-letter codes instead of three-letter ones, obsolete codes replaced.
package struct LanguageTag: Sendable, Hashable {
    /// The subtags, lower case.
    let subtags: [String]

    /// Parses a tag; also `en_US` and `eng`, which are common. Returns `nil` if the text does not name a language.
    package init?(_ text: String) {
        var subtags = text.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
        guard let first = subtags.first, first.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }), first != "und", first != "mul",
            first != "zxx"
        else { return nil }
        subtags[0] = Self.shortCodes[first] ?? first
        self.subtags = subtags
    }

    /// Returns how well a track in `track` matches this preferred language, higher is better; `nil` if it does not match.
    ///
    /// The same tag is the best match; then a less specific tag (`pt` for `pt-BR`), the longer the better; then a more specific one
    /// (`pt-BR` for `pt`); then the same language in another region (`pt-PT` for `pt-BR`). Another script (`zh-Hans` for `zh-Hant` or
    /// `zh-TW`) does not match. The first two steps are the lookup of RFC 4647 §3.4.
    package func suitability(of track: LanguageTag) -> Int? {
        guard subtags[0] == track.subtags[0] else { return nil }
        if let script, let other = track.script, script != other { return nil }
        if subtags == track.subtags { return 1000 }
        let common = zip(subtags, track.subtags).prefix { $0 == $1 }.count
        if common == track.subtags.count { return 200 + min(common, 99) }
        if common == subtags.count { return 100 }
        return min(common, 99)
    }

    /// The script, if the tag or, for Chinese, its region determines it.
    private var script: String? {
        if let script = subtags.dropFirst().first(where: { $0.utf8.count == 4 && $0.first?.isNumber == false }) {
            return script
        }
        guard subtags[0] == "zh" else { return nil }
        for subtag in subtags.dropFirst() {
            if ["tw", "hk", "mo"].contains(subtag) { return "hant" }
            if ["cn", "sg"].contains(subtag) { return "hans" }
        }
        return nil
    }

    private static let shortCodes: [String: String] = {
        var codes = ["iw": "he", "in": "id", "ji": "yi", "cmn": "zh"]
        for word in threeAndTwoLetters.split(whereSeparator: \.isWhitespace) { codes[String(word.prefix(3))] = String(word.suffix(2)) }
        return codes
    }()
}
