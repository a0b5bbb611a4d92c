import Foundation
import Testing

@testable import PlayheadEngine

@Suite("Encodings of caption files")
struct CaptionEncodingTests {
    static let texts: [(encoding: String, text: String)] = [
        ("WINDOWS-1252", "Où êtes-vous ? – À l’étage, près du château… Ça va très bien, merci !"),
        ("ISO-8859-1", "Können Sie mir das später erklären? Natürlich, für Übungen ist immer Zeit."),
        ("ISO-8859-1", "¿Dónde está el niño? Mañana será otro día, señora."),
        ("WINDOWS-1250", "Příliš žluťoučký kůň úpěl ďábelské ódy. Dobrý večer, jak se máte?"),
        ("WINDOWS-1250", "Zażółć gęślą jaźń. Nie wiem, co się stało, ale jestem tu z tobą."),
        ("WINDOWS-1250", "Nem tudom, hová tűnt az erdő. Jó estét, köszönöm szépen!"),
        ("WINDOWS-1252", "Perché non è più così? Città, università, lunedì, però."),
        ("WINDOWS-1252", "Jeg så på bøgerne, men æblet på øen var grønt."), ("WINDOWS-1252", "It’s “fine” – really…"),
        ("WINDOWS-1251", "Привет, как дела? Я не знаю, что случилось, но мы уже идём домой."),
        ("WINDOWS-1251", "Добрий вечір! Її звати Оксана, і вона живе у Києві."),
        ("KOI8-R", "Привет, как дела? Я не знаю, что случилось, но мы уже идём домой."),
        ("IBM866", "Привет, как дела? Я не знаю, что случилось, но мы уже идём домой."),
        ("WINDOWS-1253", "Καλησπέρα, τι κάνεις; Δεν ξέρω πού είναι ο αδελφός μου."),
        ("WINDOWS-1254", "Günaydın! Nasılsın? Şimdi eve gidiyoruz, çünkü hava çok soğuk değil."),
        ("WINDOWS-1257", "Labas vakaras! Aš nežinau, kur jis yra, bet mes grįžtame namo šį vakarą."),
        ("WINDOWS-1255", "שלום, מה שלומך? אני לא יודע איפה הוא נמצא."),
        ("WINDOWS-1256", "مرحبا، كيف حالك؟ لا أعرف أين ذهب أخي."),
        ("CP874", "สวัสดีครับ คุณสบายดีไหม ผมไม่รู้ว่าเขาอยู่ที่ไหน"),
        ("SHIFT_JIS", "こんにちは、元気ですか。彼がどこにいるのか分かりません。"),
        ("EUC-JP", "こんにちは、元気ですか。彼がどこにいるのか分かりません。"),
        ("GB18030", "你好，你在这里做什么？我不知道他是不是来了，我们走吧。"),
        ("BIG5", "你好，你在這裡做什麼？我不知道他是不是來了，我們走吧。"),
        ("CP949", "안녕하세요, 지금 어디에 있어요? 나는 그가 어디로 갔는지 모르는데 이제 집으로 가자."),
        ("UTF-8", "Привет, Grüße"), ("UTF-16LE", "Привет, Grüße"), ("UTF-16BE", "你好，你在這裡做什麼？"),
    ]

    private func file(_ text: String) -> String { "1\r\n00:00:01,000 --> 00:00:04,000\r\n\(text)\r\n\r\n" }

    private func encoded(_ text: String, _ encoding: String) throws -> [UInt8] {
        let converter = try #require(iconv_open(encoding, "UTF-8"))
        defer { iconv_close(converter) }
        var input = Array(text.utf8CString.dropLast())
        var output = [CChar](repeating: 0, count: 4 * input.count)
        let count = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (next, left, place, room) = (input.baseAddress, input.count, output.baseAddress, output.count)
                #expect(iconv(converter, &next, &left, &place, &room) >= 0, "\(encoding)")
                return output.count - room
            }
        }
        return output.prefix(count).map { UInt8(bitPattern: $0) }
    }

    @Test("The encoding of a file is detected", arguments: texts)
    func detection(_ sample: (encoding: String, text: String)) throws {
        let bytes = try encoded(file(sample.text), sample.encoding)
        #expect(try CaptionsFile.cues(of: bytes, url: "", encoding: nil).map(\.text) == [sample.text])
    }

    @Test("WebVTT is decoded as well", arguments: ["WINDOWS-1251", "UTF-16LE", "UTF-16BE"])
    func webVTT(_ encoding: String) throws {
        let bytes = try encoded("WEBVTT\n\n00:01.000 --> 00:04.000\nПривет, как дела?\n", encoding)
        #expect(try CaptionsFile.cues(of: bytes, url: "", encoding: nil).map(\.text) == ["Привет, как дела?"])
    }

    @Test("A chosen encoding is used without detection, but a byte order mark has precedence")
    func choice() throws {
        let text = "Iqtisod və dünya"
        let bytes = try encoded(file(text), "UTF-8")
        #expect(try CaptionsFile.cues(of: bytes, url: "", encoding: "koi8-r").first?.text != text)
        #expect(try CaptionsFile.cues(of: [0xEF, 0xBB, 0xBF] + bytes, url: "", encoding: "koi8-r").first?.text == text)
        let short = try encoded(file("Đã rồi"), "WINDOWS-1258")
        #expect(try CaptionsFile.cues(of: short, url: "", encoding: "windows-1258").first?.text == "Đã rồi")
        #expect(CaptionEncoding.isKnown("windows-1251") && !CaptionEncoding.isKnown("klingon") && !CaptionEncoding.isKnown(""))
    }

    @Test("The language decides between similar encodings")
    func language() throws {
        let text = "Děkuji."
        let bytes = try encoded(file(text), "WINDOWS-1250")
        #expect(try CaptionsFile.cues(of: bytes, url: "", encoding: nil).first?.text != text)
        #expect(try CaptionsFile.cues(of: bytes, url: "", encoding: nil, language: "cs-CZ").first?.text == text)
    }

    @Test("UTF-8 with an invalid byte, or with a part of a character, is still UTF-8", arguments: [0xFF, 0xD0] as [UInt8])
    func damaged(byte: UInt8) throws {
        let text = "Привет, как дела? Я не знаю, что случилось."
        let bytes = file(text + "~").utf8.map { $0 == UInt8(ascii: "~") ? byte : $0 }
        #expect(try CaptionsFile.cues(of: bytes, url: "", encoding: nil).map(\.text) == [text + "\u{FFFD}"])
    }

    @Test("Bytes that are invalid in the chosen encoding are replaced")
    func invalid() throws {
        let bytes = Array(file("a").utf8) + [0xFF, 0x81]
        #expect(try CaptionsFile.cues(of: bytes, url: "", encoding: "utf-8").first?.text == "a\n\n\u{FFFD}\u{FFFD}")
        for name in ["shift_jis", "gb18030", "utf-16", "utf-32", "iso-2022-jp"] {
            _ = CaptionEncoding.utf8(bytes, encoding: name)
            _ = CaptionEncoding.utf8([0x1B], encoding: name)
        }
    }
}
