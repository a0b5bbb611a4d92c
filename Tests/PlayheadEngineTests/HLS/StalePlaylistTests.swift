import Foundation
import PlayheadTestKit
import PlayheadTransport
import Synchronization
import Testing

@testable import PlayheadEngine

@Suite("Live playlists that do not continue", .timeLimit(.minutes(1)))
struct StalePlaylistTests {
    /// Lists other parts of one file under the same numbers in each response.
    private final class SlidingList: Loader {
        private let count = Mutex(0)

        func load(_ request: LoadRequest) async throws -> LoadResponse {
            let first = count.withLock { count in
                count += 1
                return count
            }
            let segments = (first..<(first + 3)).map { "#EXTINF:2,\n#EXT-X-BYTERANGE:100@\($0 * 100)\nall.ts\n" }
            let text = "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n" + segments.joined()
            return LoadResponse(url: request.url, body: LoadBody(bytes: Array(text.utf8)))
        }
    }

    @Test("A list of other segments under the same numbers is stuck, and the error says why")
    func sameNumbers() async throws {
        let clock = ManualClock()
        let feed = PlaylistFeed(
            url: "http://live.test/list.m3u8", playlists: PlaylistLoader(loader: SlidingList(), options: RequestOptions()), variables: nil,
            clock: clock)
        try await feed.load(following: nil)
        feed.acquire()
        async let next = feed.next(at: SegmentCursor(sequence: 3))
        let reloads = 5
        for _ in 0..<reloads {
            try await clock.waitForSleepers(1)
            clock.advanceToNextDeadline()
        }
        guard case .stuck(let error) = try await next else {
            Issue.record("A segment was listed.")
            return
        }
        #expect(error.kind == .manifestStale && error.underlying?.contains("EXT-X-MEDIA-SEQUENCE does not increase") == true)
        feed.release()
        await feed.close()
    }

    @Test("The nearest segment of a time is a listed one; after a live window none is known yet")
    func nearestSegment() async throws {
        let feed = PlaylistFeed(
            url: "http://live.test/list.m3u8", playlists: PlaylistLoader(loader: SlidingList(), options: RequestOptions()), variables: nil,
            clock: ManualClock())
        try await feed.load(following: nil)
        #expect([-5, 0, 1.5, 2.5, 5.5, 6].map { feed.segmentStart(nearest: $0) } == [0, 0, 2, 2, 6, 6])
        #expect(feed.segmentStart(nearest: 6.5) == nil)
        await feed.close()
    }
}
