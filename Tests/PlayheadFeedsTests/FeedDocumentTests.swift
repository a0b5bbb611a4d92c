import Foundation
import PlayheadCore
import PlayheadFeeds
import Testing

@Suite("What feeds say, as it is written")
struct FeedDocumentTests {
    @Test("RSS in other encodings")
    func encodings() throws {
        let text =
            "<?xml version='1.0' encoding='ISO-8859-1'?><rss><channel><item><title>Grüße</title><enclosure url='a.mp3'/></item></channel></rss>"
        let latin = try #require(text.data(using: .isoLatin1))
        #expect(try FeedDocument(Array(latin)).items.first?.title == "Grüße")
        let wide = try #require(text.data(using: .utf16))
        #expect(try FeedDocument(Array(wide)).items.first?.title == "Grüße")
    }

    @Test("XSPF: the locations of a track are its sources, durations are milliseconds")
    func xspf() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><title>Mix</title><trackList>
            <track><location>a%20b.mp3</location><location>http://example.org/b.mp3</location><creator>Ana</creator><title>Song</title>
            <duration>3500</duration></track><track><location>c.flac</location></track><track/></trackList></playlist>
            """
        let list = try FeedDocument(Array(text.utf8))
        #expect(list.title == "Mix" && list.hasPaths && list.items.map(\.title) == ["Ana – Song", nil, nil])
        #expect(list.items.map { $0.sources.map(\.file) } == [["a%20b.mp3", "http://example.org/b.mp3"], ["c.flac"], []])
        #expect(list.items[0].duration == 3.5 && PlaylistFile.isMarked(Array(text.utf8)))
    }

    @Test("XML that would grow without end is refused: depth is limited, entities are not expanded")
    func bombs() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(throws: FeedDocument.Problem.self) { try FeedDocument(Array(deep.utf8)) }
        let laughs = "<!DOCTYPE rss [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\"><!ENTITY c SYSTEM \"file:///etc/passwd\">]>"
        let feed = try FeedDocument(
            Array((laughs + "<rss><channel><item><title>&b;&c;</title><enclosure url=\"a.mp3\"/></item></channel></rss>").utf8))
        #expect(feed.items[0].title == "&b;&c;")
    }

    @Test(
        "Quotes and brackets in comments, instructions and literals of a document type are plain text",
        arguments: [
            "<!DOCTYPE rss [<!-- it's -->]>", "<!DOCTYPE rss [<!-- a \" > ]> -->]>", "<!DOCTYPE rss [<?x it's > ?>]>",
            "<!DOCTYPE rss [<!ATTLIST rss a CDATA '<!-- >' b CDATA \"it's\">]>",
            "<!DOCTYPE rss [<!ENTITY a \"<?\"><!--'--><!ENTITY b '>'>]>",
            "<!DOCTYPE rss PUBLIC \"-//it's//\" 'a.dtd' [<!ELEMENT rss (channel)> <!-- don't --> <!-- \" -->] >",
            "<!-- it's --><?x don't?>", "<!--> it's -->", "<?xml-stylesheet href='a\"b'?><!DOCTYPE rss>",
        ])
    func documentTypes(_ head: String) throws {
        let feed = "<rss><!--> don't --><channel><item><title>One</title><enclosure url='a.mp3'/></item></channel></rss>"
        #expect(try FeedDocument(Array((head + feed).utf8)).items.map(\.title) == ["One"])
    }

    @Test(
        "A document type that does not end is refused",
        arguments: ["<!DOCTYPE rss [<!-- it's ]>", "<!DOCTYPE rss [<?x ]>", "<!DOCTYPE rss '>"])
    func unfinishedDocumentTypes(_ head: String) {
        #expect(throws: FeedDocument.Problem.self) { try FeedDocument(Array((head + "<rss><channel/></rss>").utf8)) }
    }

    @Test("Damaged feeds neither trap nor hang")
    func damaged() throws {
        let json = Array(
            "{\"playlist\": [{\"title\": \"One\", \"sources\": [{\"file\": \"a.mp4\", \"height\": 1e400}], \"starttime\": -1e308}]}".utf8)
        let rss = Array("<rss><channel><item><title>&amp;</title><enclosure url='a.mp3' bitrate='1e300'/></item></channel></rss>".utf8)
        for document in [json, rss] {
            for length in document.indices { _ = try? FeedDocument(Array(document[..<length])) }
            for index in document.indices {
                for byte in [UInt8(0), 0x22, 0x3C, 0x26, 0x7D, 0xFF] {
                    var bytes = document
                    bytes[index] = byte
                    _ = try? FeedDocument(bytes)
                }
            }
        }
        let large = try FeedDocument(Array("[{\"file\": \"a.mp4\", \"height\": 1e300}]".utf8))
        #expect(large.items[0].sources[0].file == "a.mp4" && large.items[0].sources[0].height == nil)
    }
}
