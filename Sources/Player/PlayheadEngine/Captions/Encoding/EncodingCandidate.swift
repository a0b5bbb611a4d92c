/// An encoding that captions were written in before Unicode, and the letters by which its texts are recognized.
struct EncodingCandidate {
    /// The kind of the letters.
    private enum Script {
        /// Letters with accents among those of ASCII.
        case latin
        /// Another alphabet, the letters of which are ordered by their frequency.
        case alphabet
        /// Thousands of characters, of which only some are listed.
        case ideographs
    }

    /// The name for iconv.
    let name: String
    private let script: Script
    /// The weights of the usual letters of its languages.
    private let weights: [Unicode.Scalar: Double]
    /// The mean weight in a text of these languages.
    private let expected: Double
    /// The languages (ISO 639-1); for Chinese in traditional characters `zh-hant`.
    private let languages: Set<String>

    private init(_ name: String, _ script: Script, _ letters: String, expected: Double = 1, languages: Set<String> = []) {
        self.name = name
        self.script = script
        self.expected = expected
        self.languages = languages
        // About the frequency of the letters of an alphabet by their rank.
        let half = 8.0
        let ranked = letters.unicodeScalars.enumerated().map { ($1, script == .alphabet ? 1 / (1 + Double($0) / half) : 1) }
        weights = Dictionary(ranked) { first, _ in first }
    }

    /// Whether the encoding was usual for a language (BCP 47).
    func isUsual(in language: String?) -> Bool {
        let parts = language?.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init) ?? []
        guard let first = parts.first else { return false }
        let isTraditional = parts.contains { ["tw", "hk", "mo", "hant"].contains($0) }
        return languages.contains(first == "zh" && isTraditional ? "zh-hant" : first)
    }

    /// Returns the similarity of a decoded text with texts of this encoding; about 1 if it is one.
    func score(of text: String) -> Double {
        let capital = 0.8
        var (sum, count, plain) = (0.0, 0.0, 0.0)
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                if scalar.properties.isAlphabetic { plain += 1 }
            } else if !Self.punctuation.contains(scalar) {
                count += 1
                let small = scalar.properties.lowercaseMapping.unicodeScalars.first
                sum += weights[scalar] ?? small.flatMap { weights[$0] }.map { $0 * capital } ?? 0
            }
        }
        guard count > 0 else { return 0 }
        let share = count / (count + plain)
        switch script {
        case .latin where share > 0.5, .alphabet where share < 0.4: return 0
        case .alphabet: return sum / count / expected
        case .latin, .ideographs: return min(1, sum / count / expected)
        }
    }

    /// The characters that texts of many encodings contain.
    private static let punctuation = Set("…‘’“”„‚–—♪«»¿¡°№•·´\u{A0}\u{AD}。，、！？：；「」『』".unicodeScalars)

    private static let cyrillic = "оаеинтсрвлкдмпуяыьзбгчйхіжшюцщэфїєъёґўјљњћђџѓќѕ"
    private static let kana =
        "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんがぎぐげござじずぜぞだでどばびぶべぼっゃゅょー"

    /// The candidates; the first one of several that are equally similar is preferred.
    static let all: [EncodingCandidate] = {
        let (alphabet, kana, common) = (0.53, 0.6, 0.25)
        return [
            EncodingCandidate(
                "WINDOWS-1252", .latin, "éèàùçêâîôûëïüöäßñáíóúãåøæœìòÿ",
                languages: ["ca", "da", "de", "en", "es", "eu", "fi", "fr", "gl", "is", "it", "nb", "nl", "nn", "no", "pt", "sv"]),
            EncodingCandidate("WINDOWS-1257", .latin, "āčēģīķļņšūžąęėįųõäöü", languages: ["et", "lt", "lv"]),
            EncodingCandidate(
                "WINDOWS-1250", .latin, "ąćęłńóśźżáčďéěíňřšťúůýžőűöüäôľăâîşţđ",
                languages: ["bs", "cs", "hr", "hu", "pl", "ro", "sk", "sl", "sq"]),
            EncodingCandidate("WINDOWS-1254", .latin, "şğıi\u{307}üöçâîû", languages: ["az", "tr"]),
            EncodingCandidate("WINDOWS-1258", .latin, "ăâđêôơưàáèéìíòóùúý\u{300}\u{301}\u{303}\u{309}\u{323}", languages: ["vi"]),
            EncodingCandidate(
                "WINDOWS-1251", .alphabet, cyrillic, expected: alphabet, languages: ["be", "bg", "mk", "ru", "sr", "uk"]),
            EncodingCandidate("KOI8-R", .alphabet, cyrillic, expected: alphabet),
            EncodingCandidate("IBM866", .alphabet, cyrillic, expected: alphabet),
            EncodingCandidate("WINDOWS-1253", .alphabet, "αοιετσνηυρπκλμωςίάόέγδήχθύφβώξζψϊϋ", expected: alphabet, languages: ["el"]),
            EncodingCandidate(
                "WINDOWS-1255", .alphabet, "יוהלאתמרשבנכחדעםקפטזגצסןךףץ", expected: alphabet, languages: ["he", "iw", "yi"]),
            EncodingCandidate(
                "WINDOWS-1256", .alphabet, "اليمنوتربهدعفقسحكجشصطخذأةىئزثضغءظإآؤپچژگکی؟،", expected: alphabet,
                languages: ["ar", "fa", "ur"]),
            EncodingCandidate(
                "CP874", .alphabet, "านรอกเงมย่ลวดท้สต็ะปบคหแจพชขใไโิีัืุู์ซถธณญศผฟษภฉฮฝฎฐฏฌำๆ", expected: alphabet, languages: ["th"]),
            EncodingCandidate("CP932", .ideographs, Self.kana, expected: kana, languages: ["ja"]),
            EncodingCandidate("EUC-JP", .ideographs, Self.kana, expected: kana),
            EncodingCandidate("GB18030", .ideographs, "的一是不了我你在有人这他来个们说到好就要么会那", expected: common, languages: ["zh"]),
            EncodingCandidate(
                "BIG5-HKSCS", .ideographs, "的一是不了我你在有人這他來個們說到好就要麼會那", expected: common, languages: ["zh-hant"]),
            EncodingCandidate("CP949", .ideographs, "이는을다가에의하고나지도를은한어아그서라니요자기해", expected: common, languages: ["ko"]),
        ]
    }()
}
