import Foundation
import PlayheadCore
import Testing

@testable import Playhead

@Suite("Feeds")
struct FeedTests {
    private static let place = URL(string: "https://cdn.example.com/v2/playlists/abc") ?? URL(fileURLWithPath: "/")

    private func read(_ text: String, from url: URL = place) throws -> Feed { try Feed(Array(text.utf8), from: url) }

    private func failure(_ text: String) -> PlaybackError? {
        do { _ = try read(text) } catch { return error as? PlaybackError }
        return nil
    }

    @Test("Lists of every format are limited")
    func limit() throws {
        let count = PlaylistFile.maximumEntries + 1
        let tracks = (0..<count).map { "<track><location>\($0).mp4</location></track>" }.joined()
        let texts = [
            "<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"><trackList>\(tracks)</trackList></playlist>",
            "#EXTM3U\n" + (0..<count).map { "\($0).mp4\n" }.joined(),
            #"{"playlist": ["# + (0..<count).map { #"{"sources": [{"file": "\#($0).mp4"}]}"# }.joined(separator: ",") + "]}",
        ]
        for text in texts { #expect(try read(text).entries.count == PlaylistFile.maximumEntries) }
    }

    @Test("JSON: a playlist with sources, tracks, pictures and a start time")
    func json() throws {
        let feed = try read(
            """
            {"title": "Films", "kind": "FEED", "playlist": [
              {"mediaid": "m1", "title": "One", "description": "The \\u00e9 first", "image": "//img.example.com/1.jpg", "starttime": 12.5,
               "sources": [
                 {"file": "/m/1-360.mp4", "type": "video/mp4", "label": "360p", "height": 360, "bitrate": 800000},
                 {"file": "https://x.example.com/1.m3u8", "type": "application/vnd.apple.mpegurl", "default": true},
                 {"label": "no file"}],
               "tracks": [
                 {"file": "1-en.vtt", "kind": "captions", "label": "English", "language": "en", "default": true},
                 {"file": "1-thumbs.vtt", "kind": "thumbnails"}, {"file": "1.txt", "kind": "metadata"}]},
              {"title": "Two", "file": "2.mp4", "mediaid": 7, "startTime": "30", "images": [{"src": "s.jpg", "width": 320}, {"src": "l.jpg", "width": 1280}]},
              {"title": "Nothing to play", "sources": []}, "no item"]}
            """)
        #expect(feed.title == "Films" && feed.entries.count == 2 && feed.leftOut == 2)
        let one = feed.entries[0]
        #expect(one.title == "One" && one.description == "The é first" && one.mediaID == "m1" && one.startTime == 12.5)
        #expect(one.image?.absoluteString == "https://img.example.com/1.jpg")
        #expect(one.sources.map(\.url.absoluteString) == ["https://cdn.example.com/m/1-360.mp4", "https://x.example.com/1.m3u8"])
        #expect(one.sources[0].label == "360p" && one.sources[0].height == 360 && one.sources[0].bitrate == 800_000)
        #expect(one.sourcesByPreference.map(\.isDefault) == [true, false])
        #expect(one.tracks.map(\.kind) == [.captions, .thumbnails] && one.tracks[0].language == "en" && one.tracks[0].isDefault)
        #expect(one.tracks[0].url.absoluteString == "https://cdn.example.com/v2/playlists/1-en.vtt")
        let two = feed.entries[1]
        #expect(two.mediaID == "7" && two.startTime == 30 && two.image?.lastPathComponent == "l.jpg")
        #expect(two.sources.map(\.url.lastPathComponent) == ["2.mp4"])
    }

    @Test("JSON: a bare list, and a bare item")
    func shortJSON() throws {
        #expect(try read("\u{FEFF}[{\"file\": \"a.mp4\"}, {\"file\": \"b.mp4\"}]").entries.count == 2)
        #expect(try read("{\"sources\": [{\"file\": \"a.mp4\"}]}").entries.count == 1)
    }

    @Test("RSS: Media RSS, JW Player's elements, enclosures and podcasts, with any prefix")
    func rss() throws {
        let feed = try read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE rss [ <!ENTITY bomb "boom"> ]>
            <rss version="2.0" xmlns:m="http://search.yahoo.com/mrss/" xmlns:jwplayer="http://rss.jwpcdn.com/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
            <channel><title>Channel &amp; more</title>
            <!-- a comment <item> -->
            <item>
              <title><![CDATA[One <b>bold</b>]]></title><guid>g1</guid><description>Tom &#38; Jerry &bomb; &#x263A;</description>
              <m:group>
                <m:content url="https://x.example.com/1.m3u8?a=1&amp;b=2" type="application/vnd.apple.mpegurl" isDefault="true"/>
                <m:content url="1.jpg" medium="image"/>
                <m:content url="1.mp4" type="video/mp4" height="720" bitrate="2400"><m:subTitle type="text/vtt" lang="de" href="1-de.vtt"/></m:content>
                <m:thumbnail url="thumb.jpg"/>
              </m:group>
              <jwplayer:track file="1-en.srt" kind="captions" label="English" default="true"/>
              <jwplayer:starttime>00:01:30</jwplayer:starttime>
            </item>
            <item>
              <title>Two</title>
              <jwplayer:image>/two.jpg</jwplayer:image><jwplayer:mediaid>m2</jwplayer:mediaid>
              <jwplayer:source file="2-a.mp4" label="360p"/><jwplayer:source file="2-b.mp4" label="720p" default="true"/>
            </item>
            <item><title>Podcast</title><enclosure url="3.mp3" type="audio/mpeg" length="1"/><itunes:image href="cover.jpg"/></item>
            <item><title>A page</title><enclosure url="4.html" type="text/html"/></item>
            </channel></rss>
            """)
        #expect(feed.title == "Channel & more" && feed.entries.count == 3 && feed.leftOut == 1)
        let one = feed.entries[0]
        #expect(one.title == "One <b>bold</b>" && one.mediaID == "g1" && one.startTime == 90)
        #expect(one.description == "Tom & Jerry &bomb; ☺")
        #expect(
            one.sources.map(\.url.absoluteString) == ["https://x.example.com/1.m3u8?a=1&b=2", "https://cdn.example.com/v2/playlists/1.mp4"])
        #expect(one.sources.map(\.isDefault) == [true, false] && one.sources[1].bitrate == 2_400_000 && one.sources[1].height == 720)
        #expect(one.image?.lastPathComponent == "thumb.jpg" && one.tracks.map(\.language) == [nil, "de"] && one.tracks[0].isDefault)
        #expect(feed.entries[1].mediaID == "m2" && feed.entries[1].sourcesByPreference.first?.label == "720p")
        #expect(feed.entries[2].image?.lastPathComponent == "cover.jpg" && feed.entries[2].sources[0].type == "audio/mpeg")
    }

    @Test(
        "Text that is neither JSON nor RSS is refused, with a reason",
        arguments: [
            ("", "neither"), ("Hello", "neither"), ("{\"playlist\": ", "JSON"), ("{\"a\": 1}", "playlist"), ("[1", "JSON"),
            ("<html><body/></html>", "RSS"), ("<rss><channel><item></channel></rss>", "line 1"), ("<rss/>", "RSS"), ("<rss", "XML"),
            ("<a b=c/>", "not in quotes"), ("<a/><b/>", "after the end of the outermost element"),
            ("<!DOCTYPE rss [", "document type is not closed"), ("<rss><channel>&#0;</rss>", "</rss> ends <channel>"),
        ])
    func refused(text: String, why: String) throws {
        let error = try #require(failure(text), "\(text)")
        #expect(error.code == 220_621 && error.underlying?.contains(why) == true, "\(String(describing: error.underlying))")
        #expect(error.url == Self.place.absoluteString)
    }

    @Test(
        "A feed without playable items is an empty list",
        arguments: ["[]", "{\"playlist\": [{}]}", "<rss><channel><item/></channel></rss>"])
    func empty(text: String) {
        #expect(failure(text)?.code == 220_630)
    }

    @Test("Only a feed from a file may refer to files; other URL schemes are skipped")
    func schemes() throws {
        let text = "[{\"file\": \"file:///etc/passwd\"}, {\"file\": \"ftp://a/b.mp4\"}, {\"file\": \"a.mp4\"}]"
        #expect(try read(text).entries.map(\.sources[0].url.absoluteString) == ["https://cdn.example.com/v2/playlists/a.mp4"])
        #expect(try read(text, from: URL(fileURLWithPath: "/feeds/list.json")).entries.count == 2)
    }

}
