import Foundation
import PlayheadCore
import PlayheadDASH
import PlayheadSamples
import PlayheadTestKit
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Events of DASH", .tags(.idleClock), .enabled(if: Samples.areThere), .timeLimit(.minutes(10)), .serialized)
struct DASHEventTests {
    /// Returns the events that were reported when they were parsed.
    private func parsed(_ rig: EngineRig) -> [TimedMetadata] {
        rig.log.all.compactMap { report in
            if case .metadata(let item, .parsed) = report, item.kind == .eventMessage { item } else { nil }
        }
    }

    @Test("An event has its duration, also in small ticks, and events without an identifier differ by their content")
    func onDemand() async throws {
        let manifest = """
            <MPD type="static" mediaPresentationDuration="PT6S"><Period>
            <EventStream schemeIdUri="urn:x:long" timescale="10000000">
            <Event presentationTime="10000000" duration="18000000000" id="7">long</Event></EventStream>
            <EventStream schemeIdUri="urn:x:pair"><Event presentationTime="2">one</Event><Event presentationTime="2">two</Event>
            <Event presentationTime="2">two</Event></EventStream>
            \(DASHOrigin.pictures("duration=\"1\"/>"))</Period></MPD>
            """
        let origin = try await DASHOrigin { manifest }
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin)
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        let events = parsed(rig)
        #expect(events.map(\.start).sorted() == [1, 2, 2], "\(events)")
        let end = try #require(events.first { $0.start == 1 }?.end)
        #expect(abs(end - 1801) < 0.01)
        // The only period is no range.
        #expect(!rig.log.all.contains { if case .metadata(let item, _) = $0 { item.kind == .dateRange } else { false } })
        try await rig.close()
    }

    @Test("Of a presentation with several periods each is a range that the playhead enters where it starts")
    func periods() async throws {
        let film = DASHOrigin.pictures("duration=\"1\"/>")
        let ad = DASHOrigin.pictures("duration=\"1\" startNumber=\"4\" presentationTimeOffset=\"3\"/>")
        let manifest = """
            <MPD type="static"><Period id="film" duration="PT2S"><AssetIdentifier schemeIdUri="urn:x" value="asset"/>\(film)</Period>
            <Period id="ad" duration="PT3S">\(ad)</Period></MPD>
            """
        let origin = try await DASHOrigin { manifest }
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin)
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        let entered: [TimedMetadata] = rig.log.all.compactMap { report in
            if case .metadata(let item, .entered) = report, item.kind == .dateRange { item } else { nil }
        }
        #expect(entered.map(\.start) == [0, 2] && entered.map(\.end) == [2, 5])
        let ranges = entered.compactMap { item -> DateRangeContent? in
            var fields = item.fields
            fields["metadataType"] = .string(item.kind.rawValue)
            if case .dateRange(let range) = MetaContent(fields) { return range }
            return nil
        }
        let assets: [EventValue?] = [.string("asset"), nil]
        #expect(ranges.map(\.id) == ["film", "ad"] && ranges.map { $0.attributes["AssetIdentifier"] } == assets)
        try await rig.close()
    }

    @Test("A long live presentation reports the events of each manifest, however many it has had before")
    func manyEvents() async throws {
        let clock = ManualClock()
        let began = clock.now
        let time = { @Sendable in 3 + clock.now - began }
        // Two manifests have as many events as are kept.
        let count = 5000
        let origin = try await DASHOrigin {
            let second = min(6, Int(saturating: time(), rounding: .down))
            let isOver = time() > 6
            let kind = isOver ? "type=\"static\" mediaPresentationDuration=\"PT6S\"" : "type=\"dynamic\" minimumUpdatePeriod=\"PT1S\""
            let events = (0..<count).map { "<Event presentationTime=\"\(100 + second)\" id=\"\(second * count + $0)\"/>" }.joined()
            let direct = "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:direct:2014\" value=\"2024-01-01T00:00:03Z\"/>"
            return """
                <MPD \(kind) availabilityStartTime="2024-01-01T00:00:00Z" suggestedPresentationDelay="PT2S">\(isOver ? "" : direct)
                <Period start="PT0S"><EventStream schemeIdUri="urn:x">\(events)</EventStream>
                \(DASHOrigin.pictures("duration=\"1\"/>"))</Period></MPD>
                """
        }
        let rig = try DASHRig(origin, on: clock)
        try await rig.play(nil)
        let starts = parsed(rig.rig).map(\.start)
        #expect(starts.filter { $0 == 106 }.count == count, "\(Set(starts))")
        try await rig.rig.close()
    }

    @Test("The time of an event message counts from the start of the media, also if the period begins in the middle of the segment")
    func messages() async throws {
        let reported = Locked<[TimedMetadata]>([])
        let tracker = MetadataTracker(report: { item, phase in
            if phase == .parsed { reported.withLock { $0.append(item) } }
        })
        tracker.open(at: 0)
        var sink = try sink(of: onDemand, into: tracker)
        try await sink.append(message(after: 5, timescale: 10))
        // The segment has no samples, which is not the subject here.
        try? sink.finish()
        let start = try #require(reported.withLock { $0.first }?.start)
        #expect(abs(start - 1.8) < 0.001)
    }

    @Test("More event messages of a segment than permitted are ignored, with one warning")
    func flood() async throws {
        let limits = Locked<[MetadataTracker.Limit]>([])
        let tracker = MetadataTracker { _, _ in
        } onLimit: { limit in
            limits.withLock { $0.append(limit) }
        }
        var sink = try sink(of: onDemand, into: tracker)
        for number in 0..<UInt32(1100) {
            try await sink.append(message(after: number, timescale: 10))
        }
        #expect(limits.withLock { $0 } == [.messages])
    }

    @Test(
        "A message about the expiry of the manifest updates it, also without metadata, and others do not",
        arguments: [
            ("urn:mpeg:dash:event:2012", "1", "2024-01-01T00:00:00Z\0", 1.0),
            ("urn:mpeg:dash:event:2012", "3", "2024-01-01T00:00:00Z\0<MPD/>", 1),
            ("urn:mpeg:dash:event:2012", "1", "2023-12-31T23:59:59Z", 300), ("urn:mpeg:dash:event:2012", "1", "", 300),
            ("urn:mpeg:dash:event:2012", "4", "2024-01-01T00:00:00Z", 300), ("urn:x", "1", "2024-01-01T00:00:00Z", 300),
        ])
    func expiry(scheme: String, value: String, content: String, updateTime: Double) async throws {
        let clock = ManualClock()
        let live = try feed(of: "type=\"dynamic\" publishTime=\"2024-01-01T00:00:00Z\" minimumUpdatePeriod=\"PT5M\"", on: clock)
        live.acquire()
        var sink = try sink(of: live, into: nil)
        try await sink.append(message(after: 0, timescale: 10, scheme: scheme, value: value, content: content))
        // The segment has no samples, which is not the subject here.
        try? sink.finish()
        try await eventually("the update is awaited") { clock.nextDeadline == updateTime }
        await live.close()
    }

    /// A manifest on demand.
    private var onDemand: ManifestFeed {
        get throws { try feed(of: "type=\"static\" mediaPresentationDuration=\"PT6S\"", on: ManualClock()) }
    }

    /// Returns a manifest with these attributes.
    private func feed(of attributes: String, on clock: ManualClock) throws -> ManifestFeed {
        let text = "<MPD \(attributes)><Period start=\"PT0S\">\(DASHOrigin.pictures("duration=\"1\"/>"))</Period></MPD>"
        let url = "http://a.test/a.mpd"
        let resources = SegmentResources(loader: TextLoader([:]), options: RequestOptions(), clock: clock)
        return ManifestFeed(try Manifest.parse(Array(text.utf8), url: url), url: url, wallClock: nil, resources: resources) { _ in }
    }

    /// Returns a sink for a segment whose period begins in its middle.
    private func sink(of feed: ManifestFeed, into tracker: MetadataTracker?) throws -> SegmentSink {
        let url = "http://a.test/a.mpd"
        let tracks = DASHTracks(feed.content.manifest, url: url)
        let track = try #require(tracks.rungs.first)
        let rendition = DASHRendition(
            track, of: tracks, at: DASHPlace(), url: url, feed: feed, indexes: DASHIndexes(resources: feed.resources), latency: nil)
        let placement = MediaPlacement(offset: -2.7, start: 1.3, visibleFrom: 1.5)
        let segment = Segment(
            cursor: SegmentCursor(sequence: 0), next: SegmentCursor(sequence: 1), start: 1.5, duration: 0.8, url: "http://a.test/1",
            placement: placement, initialization: InitializationSegment(id: "i", url: "http://a.test/i"))
        let run = SegmentRun(segment, of: RenditionSelection(rendition: rendition, position: nil, level: nil))
        _ = run.setOffset(placement.offset)
        return SegmentSink(run: run, segment: segment, decryptor: nil, metadata: tracker)
    }

    /// Returns an event message of version 0.
    private func message(
        after ticks: UInt32, timescale: UInt32, scheme: String = "urn:x", value: String = "", content: String = ""
    ) -> [UInt8] {
        func number(_ value: UInt32) -> [UInt8] { stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) } }
        var payload: [UInt8] = [0, 0, 0, 0]
        payload += Array("\(scheme)\0\(value)\0".utf8)
        for field in [timescale, ticks, 0, 1] { payload += number(field) }
        payload += Array(content.utf8)
        return number(UInt32(clamping: payload.count + 8)) + Array("emsg".utf8) + payload
    }
}
