import Foundation
import PlayheadCore
import PlayheadDASH
import PlayheadTestKit
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Updates of a manifest", .timeLimit(.minutes(5)))
struct ManifestFeedTests {
    private let url = "http://a.test/a.mpd"
    private let manifest = """
        <MPD type="dynamic" id="a" publishTime="2024-01-01T00:00:00Z" availabilityStartTime="1970-01-01T00:00:00Z" minimumUpdatePeriod="PT1S">
        <PatchLocation>a.mpp</PatchLocation><Period id="p" start="PT0S"/></MPD>
        """
    /// A patch after which the manifest has the same version, so that the patch applies again.
    private let patch = """
        <Patch mpdId="a" originalPublishTime="2024-01-01T00:00:00Z">
        <add sel="/MPD/Period[1]"><EventStream schemeIdUri="urn:x"/></add></Patch>
        """

    @Test("A patch that applies again and again is left for the whole manifest after three times, and adds nothing without end")
    func endlessPatch() async throws {
        let clock = ManualClock()
        let loader = ScriptedLoader([url: .bytes(Array(manifest.utf8)), "http://a.test/a.mpp": .bytes(Array(patch.utf8))])
        let resources = SegmentResources(loader: loader, options: RequestOptions(), clock: clock)
        let failures = Locked(0)
        let feed = ManifestFeed(try Manifest.parse(Array(manifest.utf8), url: url), url: url, wallClock: nil, resources: resources) {
            update in
            if case .failure = update { failures.withLock { $0 += 1 } }
        }
        feed.acquire()
        var streams: [Int] = []
        for second in 1...9 {
            try await eventually("the next update is awaited") { clock.nextDeadline == Double(second) }
            streams.append(feed.content.manifest.periods.first?.eventStreams.count ?? 0)
            clock.advance(to: Double(second))
        }
        try await eventually("the last update is over") { clock.nextDeadline == 10 }
        #expect(streams == [0, 1, 2, 3, 0, 1, 2, 3, 0] && failures.withLock { $0 } == 0)
        let names = loader.requests.map(\.url.lastPathComponent)
        #expect(names == ["a.mpp", "a.mpp", "a.mpp", "a.mpd", "a.mpp", "a.mpp", "a.mpp", "a.mpd", "a.mpp"])
        await feed.close()
    }

    @Test("A manifest that has expired is loaded again until a newer one is published, at most once in half of a segment")
    func expiry() async throws {
        func text(_ second: Int) -> String {
            manifest.replacing("PT1S", with: "PT5M").replacing("00:00:00Z\" avail", with: "00:00:0\(second)Z\" avail")
                .replacing("<PatchLocation>a.mpp</PatchLocation>", with: "")
        }
        let clock = ManualClock()
        let loader = ScriptedLoader([url: .bytes(Array(text(2).utf8))])
        let resources = SegmentResources(loader: loader, options: RequestOptions(), clock: clock)
        let known = try Manifest.parse(Array(text(2).utf8), url: url)
        let feed = ManifestFeed(known, url: url, wallClock: nil, resources: resources) { _ in }
        feed.acquire()
        let published = try #require(known.publishTime)
        feed.expire(publishedUntil: published - 1)
        try await eventually("the next update is awaited") { clock.nextDeadline == 300 }
        feed.expire(publishedUntil: published)
        try await eventually("the update is awaited sooner") { clock.nextDeadline == 1 }
        clock.advance(to: 1)
        try await eventually("the same version is loaded") { loader.requests.count == 1 && clock.nextDeadline == 2 }
        loader.set(url, .bytes(Array(text(3).utf8)))
        clock.advance(to: 2)
        try await eventually("the newer version has not expired") { clock.nextDeadline == 302 }
        #expect(loader.requests.count == 2 && feed.content.manifest.publishTime == published + 1)
        await feed.close()
    }

    @Test("A manifest that has expired is loaded again until it lists more segments")
    func expiryOfList() async throws {
        func text(_ second: Int, count: Int) -> String {
            """
            <MPD type="dynamic" publishTime="2024-01-01T00:00:0\(second)Z" availabilityStartTime="1970-01-01T00:00:00Z" minimumUpdatePeriod="PT5M">
            <Period start="PT0S"><AdaptationSet mimeType="video/mp4"><SegmentTemplate media="$Time$"><SegmentTimeline>
            <S t="0" d="2" r="\(count - 1)"/></SegmentTimeline></SegmentTemplate><Representation id="v" bandwidth="1"/></AdaptationSet></Period></MPD>
            """
        }
        let clock = ManualClock()
        let loader = ScriptedLoader([url: .bytes(Array(text(3, count: 5).utf8))])
        let resources = SegmentResources(loader: loader, options: RequestOptions(), clock: clock)
        let known = try Manifest.parse(Array(text(2, count: 5).utf8), url: url)
        let feed = ManifestFeed(known, url: url, wallClock: nil, resources: resources) { _ in }
        feed.acquire()
        feed.expire(publishedUntil: try #require(known.publishTime))
        try await eventually("the update is awaited") { clock.nextDeadline == 1 }
        clock.advance(to: 1)
        try await eventually("a newer version lists no more") { loader.requests.count == 1 && clock.nextDeadline == 2 }
        loader.set(url, .bytes(Array(text(4, count: 6).utf8)))
        clock.advance(to: 2)
        try await eventually("it lists more") { clock.nextDeadline == 302 }
        await feed.close()
    }
}
