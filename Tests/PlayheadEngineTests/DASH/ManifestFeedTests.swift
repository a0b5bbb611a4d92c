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
}
