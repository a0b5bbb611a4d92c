import Foundation
import Testing

@testable import PlayheadCore

@Suite("Playlist files")
struct PlaylistFileTests {
    private func entries(_ text: String) -> [PlaylistFile.Entry]? { PlaylistFile(Array(text.utf8))?.entries }

    @Test("M3U: titles and durations belong to the next line; comments are skipped")
    func m3u() {
        let text =
            "\u{FEFF}#EXTM3U\r\n#EXTINF:123.5 key=\"a\",A title, with comma\r\nfilm.mp4\r\n# comment\r\nhttps://example.org/b.mp4\r\n"
        #expect(
            entries(text) == [
                PlaylistFile.Entry(location: "film.mp4", title: "A title, with comma", duration: 123.5),
                PlaylistFile.Entry(location: "https://example.org/b.mp4"),
            ])
        #expect(entries("#EXTINF:-1,\nx.mp4") == [PlaylistFile.Entry(location: "x.mp4")])
    }

    @Test("M3U of stations: commas in the quotes of attributes do not end them; the list has a title")
    func stations() {
        let text = """
            #EXTM3U x-tvg-url="https://example.org/guide.xml"
            #PLAYLIST:My stations
            #EXTINF:-1 tvg-id="a" group-title="News, weather",Radio "One", live
            http://example.org/one
            #EXTINF:-1 tvg-name="half, Half
            http://example.org/half
            """
        #expect(entries(text)?.map(\.title) == ["Radio \"One\", live", "Half"])
        #expect(PlaylistFile(Array(text.utf8))?.title == "My stations")
    }

    @Test("PLS: entries are in the order of their numbers")
    func pls() {
        let text = "[playlist]\nFile2=b.mp3\nTitle2=B\nLength2=-1\nFile1=a.mp3\nLength1=60\nFilex=c\nNumberOfEntries=2\n"
        #expect(
            entries(text) == [
                PlaylistFile.Entry(location: "a.mp3", duration: 60), PlaylistFile.Entry(location: "b.mp3", title: "B"),
            ])
    }

    @Test("HLS playlists, empty files and binary data are no lists; long lists are cut")
    func others() {
        #expect(entries("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts") == nil && entries("") == nil && entries("#EXTM3U\n") == nil)
        #expect(PlaylistFile([0x23, 0, 1, 2]) == nil)
        #expect(PlaylistFile([0x66, 0xFC, 0x2E, 0x6D, 0x70, 0x33])?.entries.first?.location == "fü.mp3", "Latin-1")
        #expect(
            PlaylistFile([0xFF, 0xFE] + Array("ü.mp3".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })?.entries.first?.location
                == "ü.mp3", "UTF-16")
        #expect(entries("<html>\n<body>") == nil && entries("[{\"file\": 1}]") == nil && entries("{}") == nil)
        #expect(PlaylistFile(Array("Not here".utf8), isNamed: false) == nil && entries("[One] song.mp3") != nil)
        let long = PlaylistFile(Array(String(repeating: "a.mp3\n", count: 10_001).utf8))
        #expect(long?.entries.count == 10_000 && long?.isTruncated == true)
    }

    @Test("Locations are relative to the list; only http, https and file are allowed, and no file in a list of a server")
    func locations() {
        let local = URL(fileURLWithPath: "/music/lists/a.m3u")
        #expect(PlaylistFile.url(of: "../b c.mp3", in: local)?.path == "/music/b c.mp3")
        #expect(PlaylistFile.url(of: "/x.mp3", in: local)?.path == "/x.mp3")
        #expect(PlaylistFile.url(of: "https://example.org/x", in: local)?.host() == "example.org")
        #expect(PlaylistFile.url(of: "javascript:alert(1)", in: local) == nil && PlaylistFile.url(of: "ftp://a/b", in: local) == nil)
        let long = "https://example.org/" + String(repeating: "a", count: PlaylistFile.maximumLocation)
        #expect(PlaylistFile.url(of: long, in: local) == nil)
        #expect(PlaylistFile.url(of: "http://", in: local) == nil && PlaylistFile.url(of: "https:///a", in: local) == nil)
        let files: Set = ["/music/lists/song one.mp3", "/music/lists/a%20b.mp3", "/music/lists/Old/c.mp3", "/music/lists/Film: Two.mp4"]
        let found = ["song%20one.mp3", "a%20b.mp3", "Old\\c.mp3", "Film: Two.mp4"].map {
            PlaylistFile.url(of: $0, in: local, isFile: files.contains)?.path
        }
        #expect(Set(found) == files)
        let remote = URL(string: "https://example.org/lists/a.m3u")
        #expect(
            remote.flatMap { PlaylistFile.url(of: "song%20one ü [live] 100%.mp3", in: $0) }?.path == "/lists/song one ü [live] 100%.mp3")
        #expect(
            remote.flatMap { PlaylistFile.url(of: "http://[::1]:80/a b[1].mp3?q=1#f", in: $0) }?.absoluteString
                == "http://[::1]:80/a%20b%5B1%5D.mp3?q=1#f")
        #expect(remote.flatMap { PlaylistFile.url(of: "b.mp3", in: $0) }?.absoluteString == "https://example.org/lists/b.mp3")
        #expect(remote.flatMap { PlaylistFile.url(of: "file:///etc/passwd", in: $0) } == nil)
    }

    @Test("Media files are recognized by their names, and sorted as people count")
    func media() {
        #expect(["b10.mp3", "B2.mp3", "a.mp3"].sorted(by: MediaFiles.isBefore) == ["a.mp3", "B2.mp3", "b10.mp3"])
    }
}
