import PlayheadCore
import PlayheadDASH
import PlayheadTestKit
import Testing

@testable import PlayheadEngine

@Suite("One track of a DASH presentation")
struct DASHRenditionTests {
    private let clock = ManualClock()
    private let url = "http://a.test/x.mpd"

    /// Returns the pictures of a live presentation, five seconds after its beginning, with segments of 2 s in a period of 5 s.
    private func live() async throws -> DASHRendition {
        let text = """
            <MPD type="dynamic" minimumUpdatePeriod="PT2S" availabilityStartTime="2024-01-01T00:00:00Z">
            <UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2024-01-01T00:00:05Z"/><Period start="PT0S" duration="PT5S">
            <AdaptationSet contentType="video"><SegmentTemplate media="$Number$" duration="2"/>
            <Representation id="v" bandwidth="9" mimeType="video/mp4" codecs="avc1.42c00c"/></AdaptationSet></Period></MPD>
            """
        let manifest = try Manifest.parse(Array(text.utf8), url: url)
        let resources = SegmentResources(loader: TextLoader([:]), options: RequestOptions(), clock: clock)
        let origin = await WallClock(of: manifest, date: nil, receivedAt: clock.now, resources: resources) { _ in }
        let feed = ManifestFeed(manifest, url: url, wallClock: origin, resources: resources) { _ in }
        feed.setOrigin(0)
        let tracks = DASHTracks(manifest, url: url)
        let track = try #require(tracks.rungs.first)
        let indexes = DASHIndexes(resources: resources)
        return DASHRendition(track, of: tracks, at: DASHPlace(), url: track.url, feed: feed, indexes: indexes, latency: nil)
    }

    @Test("A live segment that the end of the last listed period cuts is available by its own duration; the live edge stays at the end")
    func cut() async throws {
        let rendition = try await live()
        let cursor = rendition.cursor(at: 4)
        clock.advance(by: 0.9)
        #expect(rendition.segment(at: cursor) == nil)
        clock.advance(by: 0.2)
        let segment = try #require(rendition.segment(at: cursor))
        #expect(segment.start == 4 && segment.end == 5 && segment.placement?.visibleUntil == 5)
        #expect(rendition.window(at: clock.now)?.edge == 5)
    }
}
