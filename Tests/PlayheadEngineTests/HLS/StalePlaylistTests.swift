import Foundation
import PlayheadCore
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
        try await reload(reloads, clock)
        guard case .stuck(let error) = try await next else {
            Issue.record("A segment was listed.")
            return
        }
        #expect(error.kind == .manifestStale && error.underlying?.contains("EXT-X-MEDIA-SEQUENCE does not increase") == true)
        feed.release()
        await feed.close()
    }

    /// Lets a number of reloads begin.
    private func reload(_ count: Int, _ clock: ManualClock) async throws {
        for _ in 0..<count {
            try await clock.waitForSleepers(1)
            clock.advanceToNextDeadline()
        }
    }

    /// Answers each request with the next of some texts, and then with the last one. `{n}` in it is the number of the request.
    private final class Texts: Loader {
        private let texts: [String]
        private let count = Mutex(0)

        init(_ texts: [String]) { self.texts = texts }

        func load(_ request: LoadRequest) async throws -> LoadResponse {
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            let text = texts[min(number, texts.count - 1)].replacing("{n}", with: "\(number)")
            return LoadResponse(url: request.url, body: LoadBody(bytes: Array(text.utf8)))
        }
    }

    private func feed(_ texts: [String], _ clock: ManualClock) -> PlaylistFeed {
        PlaylistFeed(
            url: "http://live.test/list.m3u8", playlists: PlaylistLoader(loader: Texts(texts), options: RequestOptions()), variables: nil,
            clock: clock)
    }

    @Test("A list whose URIs are signed again in each answer, without anything new, is not loaded without a pause, and is stuck")
    func signedAgain() async throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-PART-INF:PART-TARGET=1
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3
            #EXTINF:2,
            0.ts?signature={n}
            #EXT-X-PART:DURATION=1,URI="1.0.ts?signature={n}"

            """
        let clock = ManualClock()
        let feed = feed([text], clock)
        try await feed.load(following: nil)
        feed.acquire()
        async let next = feed.next(at: SegmentCursor(sequence: 1, part: 1))
        let reloads = 8
        try await reload(reloads, clock)
        guard case .stuck(let error) = try await next else {
            Issue.record("A segment was listed.")
            return
        }
        // One second for each reload after the first one.
        #expect(error.kind == .manifestStale && clock.now >= Double(reloads - 1), "\(clock.now) s")
        feed.release()
        await feed.close()
    }

    @Test("Without parts, as after a change to another encoder, a stream of low latency has the distance of segments until parts are back")
    func partsDisappear() async throws {
        func text(_ count: Int, _ part: String = "") -> String {
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-PART-INF:PART-TARGET=0.5\n#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=1.5\n"
                + (0..<count).map { "#EXTINF:2,\n\($0).ts\n" }.joined() + part
        }
        func part(_ segment: Int) -> String { "#EXT-X-PART:DURATION=0.5,URI=\"\(segment).0.ts\"\n" }
        let clock = ManualClock()
        let feed = feed([text(8, part(8)), text(9), text(10, part(10))], clock)
        try await feed.load(following: nil)
        feed.acquire()
        var windows: [LiveWindow?] = []
        for _ in 0..<3 {
            try await clock.waitForSleepers(1)
            windows.append(feed.window(at: clock.now))
            clock.advanceToNextDeadline()
        }
        #expect(windows.map { $0?.isLowLatency } == [true, false, true])
        #expect(windows.map { $0?.targetLatency } == [1.5, 6, 1.5])
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
