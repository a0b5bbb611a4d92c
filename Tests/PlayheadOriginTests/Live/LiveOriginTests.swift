import Foundation
import OriginTestSupport
import PlayheadOrigin
import PlayheadTestKit
import Testing

@Suite("An origin that broadcasts", .timeLimit(.minutes(5)))
struct LiveOriginTests {
    private static let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts\n#EXT-X-ENDLIST\n"

    private func withBroadcast(_ body: (LoopbackOrigin, RawClient, ManualClock) async throws -> Void) async throws {
        let clock = ManualClock(now: 10)
        let folder = MediaFolder(files: ["main.m3u8": Array(Self.playlist.utf8), "a.ts": pattern(10_000), "b.ts": pattern(20_000)])
        let presentation = try LivePresentation(
            RecordedPresentation(entry: "main.m3u8", in: folder), options: LiveOptions(canBlockReload: true),
            faults: [LiveFault(.frozen, at: 20)])
        try await withOrigin(clock: clock) { origin in
            #expect(origin.serve(LiveBroadcast(presentation, folder: folder)) == origin.url("main.m3u8"))
            try await body(origin, try RawClient(port: origin.port), clock)
        }
    }

    @Test("serves playlists and segments on its clock, with ranges")
    func serving() async throws {
        try await withBroadcast { _, client, clock in
            let reply = await client.get("main.m3u8")
            #expect(reply.headers["content-type"] == MediaType.playlist && reply.headers["cache-control"] == "no-cache")
            #expect(reply.text.hasSuffix("b.5.ts\n"))
            #expect(await client.get("a.6.ts").status == 404)
            clock.advance(by: 4)
            #expect(await client.get("main.m3u8").text.hasSuffix("a.6.ts\n"))
            #expect(await client.get("a.6.ts", headers: ["Range: bytes=5-9"]).body == Array(pattern(10_000)[5...9]))
            #expect(await client.get("main.m3u8", method: "POST").status == 405)
        }
    }

    @Test("blocks a reload until there is an update, for at most three target durations")
    func blocking() async throws {
        try await withBroadcast { _, client, clock in
            async let held = client.get("main.m3u8?_HLS_msn=6")
            try await clock.waitForSleepers(1)
            #expect(clock.nextDeadline == 14)
            clock.advance(by: 4)
            #expect(await held.text.hasSuffix("a.6.ts\n"))
            #expect(await client.get("main.m3u8?_HLS_msn=9").status == 400)
            clock.advance(to: 30)
            async let vain = client.get("main.m3u8?_HLS_msn=11")
            let driver = Task {
                while !Task.isCancelled {
                    try await clock.waitForSleepers(1)
                    clock.advanceToNextDeadline()
                }
            }
            #expect(await vain.status == 503)
            driver.cancel()
            #expect(abs(clock.now - 42) < 0.001)
        }
    }

    @Test("follows a recorded network")
    func trace() async throws {
        try await withBroadcast { origin, client, clock in
            origin.follow(
                NetworkTrace([
                    NetworkTrace.Period(duration: 1, bytesPerSecond: 5000, latency: 0.5),
                    NetworkTrace.Period(duration: 9, bytesPerSecond: 50_000),
                ]))
            async let reply = client.get("b.5.ts")
            let driver = Task {
                while !Task.isCancelled {
                    try await clock.waitForSleepers(1)
                    clock.advanceToNextDeadline()
                }
            }
            #expect(await reply.body == pattern(20_000))
            driver.cancel()
            // Half a second of latency, 2500 bytes slowly, the rest fast.
            #expect(abs(clock.now - (11 + 17_500.0 / 50_000)) < 0.001)
        }
    }
}
