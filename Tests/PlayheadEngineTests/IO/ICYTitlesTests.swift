import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Titles of stations")
struct ICYTitlesTests {
    /// A block of text as stations send it.
    static func block(_ text: [UInt8]) -> [UInt8] {
        let units = (text.count + 15) / 16
        return [UInt8(units)] + text + [UInt8](repeating: 0, count: units * 16 - text.count)
    }

    @Test("Media and titles are separated wherever the bytes are cut", arguments: [1, 2, 7, 1000])
    func separation(size: Int) throws {
        var titles = try #require(ICYTitles(["icy-metaint": " 10 "]))
        let media = (0..<35).map { UInt8($0) }
        let one = Self.block(Array("StreamTitle='One';StreamUrl='http://example.org/';".utf8))
        let two = Self.block(Array("StreamTitle='It's \"two\"; or = 'three'';StreamUrl='';".utf8))
        let bytes = media[..<10] + one + media[10..<20] + [0] + media[20..<30] + two + media[30...]
        var (found, separated): ([ICYTitles.Title], [UInt8]) = ([], [])
        for start in stride(from: 0, to: bytes.count, by: size) {
            let part = titles.separate(Array(bytes[start..<min(bytes.count, start + size)]), at: Int64(separated.count))
            found += part.titles
            separated += part.media
        }
        #expect(separated == media)
        #expect(
            found == [
                ICYTitles.Title(text: "One", url: "http://example.org/", offset: 10),
                ICYTitles.Title(text: "It's \"two\"; or = 'three'", offset: 30),
            ])
    }

    @Test(
        "Texts are UTF-8 or Latin-1; cut and empty ones are read as far as possible",
        arguments: [
            (Array("StreamTitle='Grüße';".utf8), "Grüße"), (Array("StreamTitle='Gr".utf8) + [0xFC, 0xDF] + Array("e';".utf8), "Grüße"),
            (Array("StreamTitle='No end'".utf8), "No end"), (Array("StreamTitle='cut".utf8), "cut"), (Array("StreamTitle='';".utf8), nil),
            (Array("StreamUrl='x';".utf8), nil), ([0xFF, 0xFE], nil),
        ] as [([UInt8], String?)])
    func texts(bytes: [UInt8], title: String?) throws {
        var titles = try #require(ICYTitles(["icy-metaint": "1"]))
        #expect(titles.separate([0] + Self.block(bytes) + [0], at: 0).titles.map(\.text) == [title].compactMap(\.self))
    }

    @Test("An invalid interval means that there are no titles", arguments: ["0", "-1", "x", "99999999999", ""])
    func interval(text: String) { #expect(ICYTitles(["icy-metaint": text]) == nil) }
}
