import PlayheadCore
import PlayheadDASH
import PlayheadTestKit
import Testing

@testable import PlayheadEngine

@Suite("One track of a DASH presentation")
struct DASHRenditionTests {
    private let clock = ManualClock()
    private let url = "http://a.test/x.mpd"

    /// Returns the pictures of a live presentation, five seconds after its beginning.
    private func live(_ template: String, attributes: String = "", end: String = "") async throws -> DASHRendition {
        let text = """
            <MPD type="dynamic" minimumUpdatePeriod="PT2S" availabilityStartTime="2024-01-01T00:00:00Z" \(attributes)>
            <UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2024-01-01T00:00:05Z"/><Period start="PT0S" \(end)>
            <AdaptationSet contentType="video"><SegmentTemplate media="$Number$" \(template)
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
        let rendition = try await live("duration=\"2\"/>", end: "duration=\"PT5S\"")
        let cursor = rendition.cursor(at: 4)
        clock.advance(by: 0.9)
        #expect(rendition.segment(at: cursor) == nil)
        clock.advance(by: 0.2)
        let segment = try #require(rendition.segment(at: cursor))
        #expect(segment.start == 4 && segment.end == 5 && segment.placement?.visibleUntil == 5)
        #expect(rendition.window(at: clock.now)?.edge == 5)
    }

    /// Returns the end of a template that lists ten segments of 2 s.
    private func listed(from start: Int) -> String {
        "><SegmentTimeline><S t=\"\(start)\" d=\"2\" r=\"9\"/></SegmentTimeline></SegmentTemplate>"
    }

    @Test(
        "A list ahead of the clock does not move the live edge, unless it was published later than the clock says, or begins later",
        arguments: [(0, "05", 5.0), (0, "05.9", 5), (0, "09", 9), (0, "40", 20), (30, "05", 50)])
    func listedAhead(start: Int, published: String, edge: Double) async throws {
        let rendition = try await live(listed(from: start), attributes: "publishTime=\"2024-01-01T00:00:\(published)Z\"")
        let window = try #require(rendition.window(at: clock.now))
        #expect(abs(window.edge - edge) < 0.01, "\(window)")
        // A segment is available at its end.
        clock.advance(by: 2)
        #expect(abs(rendition.end - min(Double(start + 20), 2 * ((edge + 2) / 2).rounded(.down))) < 0.01, "\(rendition.end)")
    }

    @Test(
        "The window of a time shift buffer of less than three segments has up to one more",
        arguments: [(0, 2.0), (3, 5), (5, 6), (9, 9)])
    func shortWindow(depth: Int, length: Double) async throws {
        let rendition = try await live("duration=\"2\"/>", attributes: "timeShiftBufferDepth=\"PT\(depth)S\"")
        clock.advance(by: 95)
        let window = try #require(rendition.window(at: clock.now))
        #expect(abs(window.edge - window.seekable.start - length) < 0.01, "\(window)")
    }
}
