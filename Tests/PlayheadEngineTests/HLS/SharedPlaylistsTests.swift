import PlayheadHLS
import Testing

@testable import PlayheadEngine

@Suite("Parsed playlists that playbacks share")
struct SharedPlaylistsTests {
    private static let url = "http://shared.test/list.m3u8"

    private func text(_ name: String) -> [UInt8] {
        Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n\(name).ts\n".utf8)
    }

    @Test("The same bytes from the same URL are parsed once")
    func same() throws {
        let shared = SharedPlaylists()
        let first = try shared.playlist(text("a"), url: Self.url, variables: nil)
        #expect(try shared.playlist(text("a"), url: Self.url, variables: nil) == first)
        #expect(shared.count == 1)
        _ = try shared.live(text("a"), url: Self.url, variables: nil)
        #expect(shared.count == 2)
    }

    @Test("Other bytes, another URL and other variables have results of their own")
    func different() throws {
        let shared = SharedPlaylists()
        _ = try shared.playlist(text("a"), url: Self.url, variables: nil)
        guard case .media(let changed) = try shared.playlist(text("b"), url: Self.url, variables: nil),
            case .media(let elsewhere) = try shared.playlist(text("b"), url: "http://other.test/x/list.m3u8", variables: nil)
        else { throw CancellationError() }
        #expect(changed.segments.first?.uri == "b.ts")
        #expect(elsewhere.url == "http://other.test/x/list.m3u8")
        _ = try shared.playlist(text("b"), url: Self.url, variables: ["token": "1"])
        #expect(shared.count == 3)
    }

    @Test("A reload by one playback does not change the playlist of another")
    func independence() throws {
        let shared = SharedPlaylists()
        var one = try shared.live(text("a"), url: Self.url, variables: nil)
        _ = try one.update(text("a") + Array("#EXTINF:4,\nb.ts\n".utf8), url: Self.url)
        let other = try shared.live(text("a"), url: Self.url, variables: nil)
        #expect(one.playlist.segments.count == 2 && other.playlist.segments.count == 1)
    }

    @Test("Invalid bytes are an error for each playback, and are not kept")
    func invalid() {
        let shared = SharedPlaylists()
        for _ in 0..<2 {
            #expect(throws: PlaylistError.self) { try shared.playlist(Array("<html>".utf8), url: Self.url, variables: nil) }
        }
        #expect(shared.count == 0)
    }

    @Test("The number and the size of the playlists are bounded; those used last stay")
    func bounds() throws {
        let shared = SharedPlaylists(maximumCount: 3, maximumBytes: 1000)
        for number in 0..<10 {
            _ = try shared.playlist(text("a"), url: Self.url, variables: nil)
            _ = try shared.playlist(text("\(number)"), url: "\(Self.url)?\(number)", variables: nil)
        }
        #expect(shared.count == 3)
        _ = try shared.playlist(text("a") + [UInt8](repeating: 10, count: 2000), url: Self.url, variables: nil)
        #expect(shared.count == 3)
    }
}
