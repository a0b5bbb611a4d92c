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

extension LanguageTag {
    /// The three-letter codes (ISO 639-2, both kinds) that have a two-letter code, each followed by it.
    static let threeAndTwoLetters = """
        aaraa abkab afraf akaak albsq amham araar argan armhy asmas avaav aveae aymay azeaz bakba bambm baqeu belbe benbn bihbh bisbi
        bodbo bosbs brebr bulbg burmy catca cescs chach chece chizh chucu chvcv corkw cosco crecr cymcy czecs danda deude divdv dutnl
        dzodz ellel engen epoeo estet euseu eweee faofo fasfa fijfj finfi frafr frefr fryfy fulff geoka gerde glagd glega glggl glvgv
        greel grngn gujgu hatht hauha hebhe herhz hinhi hmoho hrvhr hunhu hyehy iboig iceis idoio iiiii ikuiu ileie inaia indid ipkik
        islis itait javjv jpnja kalkl kankn kasks katka kaukr kazkk khmkm kikki kinrw kirky komkv konkg korko kuakj kurku laolo latla
        lavlv limli linln litlt ltzlb lublu luglg macmk mahmh malml maomi marmr mayms mkdmk mlgmg mltmt monmn mrimi msams myamy nauna
        navnv nblnr ndend ndong nepne nldnl nnonn nobnb norno nyany ocioc ojioj orior ormom ossos panpa perfa plipi polpl porpt pusps
        quequ rohrm ronro rumro runrn rusru sagsg sansa sinsi slksk slosk slvsl smese smosm snasn sndsd somso sotst spaes sqisq srdsc
        srpsr sswss sunsu swasw swesv tahty tamta tattt telte tgktg tgltl thath tibbo tirti tonto tsntn tsots tuktk turtr twitw uigug
        ukruk urdur uzbuz venve vievi volvo welcy wlnwa wolwo xhoxh yidyi yoryo zhaza zhozh zulzu
        """
}
