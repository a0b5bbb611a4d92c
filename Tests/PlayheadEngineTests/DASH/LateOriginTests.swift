import Foundation
import PlayheadCore
import PlayheadSamples
import PlayheadTestKit
import Testing

@testable import PlayheadEngine

@Suite("Live DASH of an origin that is late", .tags(.idleClock), .enabled(if: Samples.areThere), .timeLimit(.minutes(10)), .serialized)
struct LateOriginTests {
    /// Plays a live presentation of 6 s, from its third second to its end, whose segments of 1 s are available later than the manifest says,
    /// also the last ones, behind which the presentation is static.
    private func playLate(by delay: Double, listsSegments: Bool = false, without missing: String? = nil) async throws -> EngineRig {
        let clock = ManualClock()
        let began = clock.now
        let time = { @Sendable in 3 + clock.now - began }
        let isPublished = { @Sendable (name: String) in
            guard name.hasPrefix("chunk"), let number = Int(name.dropLast(4).suffix(5)) else { return true }
            return Double(number) + delay <= time() && name != missing
        }
        let origin = try await DASHOrigin(isPublished: isPublished) {
            let isOver = time() > 6
            let kind = isOver ? "type=\"static\" mediaPresentationDuration=\"PT6S\"" : "type=\"dynamic\" minimumUpdatePeriod=\"PT1S\""
            let direct = "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:direct:2014\" value=\"2024-01-01T00:00:03Z\"/>"
            let count = min(6, Int(saturating: time()))
            let listed = "timescale=\"1\"><SegmentTimeline><S d=\"1\" r=\"\(count - 1)\"/></SegmentTimeline></SegmentTemplate>"
            return """
                <MPD \(kind) availabilityStartTime="2024-01-01T00:00:00Z" suggestedPresentationDelay="PT2S">\(isOver ? "" : direct)
                <Period start="PT0S">\(DASHOrigin.pictures(listsSegments ? listed : "duration=\"1\"/>"))</Period></MPD>
                """
        }
        let rig = try DASHRig(origin, on: clock)
        try await rig.play(nil)
        return rig.rig
    }

    @Test(
        "An origin that publishes its segments later than its manifest says or lists them is awaited, without a warning, also at the end",
        arguments: [0.4, 1.7, 2.8], [false, true])
    func late(delay: Double, listsSegments: Bool) async throws {
        let rig = try await playLate(by: delay, listsSegments: listsSegments)
        let stamps = rig.screen.stamps.compactMap(\.self)
        // Pictures that wait in the decoder while playback stalls are late, and dropped.
        let maximumLateness = 3
        #expect(stamps.last == 179 && zip(stamps, stamps.dropFirst()).allSatisfy { $1 - $0 <= 1 + maximumLateness }, "\(stamps)")
        #expect(rig.engine.statistics.framesShown + rig.engine.statistics.framesDropped >= 179 - (stamps.first ?? 0) && rig.warnings == [])
        try await rig.close()
    }

    @Test("A live segment that never appears is a gap, which is reported once", arguments: [false, true])
    func missing(listsSegments: Bool) async throws {
        let rig = try await playLate(by: 0.4, listsSegments: listsSegments, without: "chunk-stream0-00005.m4s")
        let stamps = rig.screen.stamps.compactMap(\.self)
        #expect(stamps.last == 179 && !stamps.contains(130) && stamps.contains(119), "\(stamps)")
        #expect(rig.warnings.map(\.kind) == [.segmentStatus(404)], "\(rig.warnings)")
        try await rig.close()
    }

    @Test("Segments that are listed ahead of the clock are requested when they are available, and do not move the live edge")
    func listedAhead() async throws {
        let clock = ManualClock()
        let began = clock.now
        let time = { @Sendable in 3 + clock.now - began }
        let early = Locked<[String]>([])
        let isPublished = { @Sendable (name: String) in
            // The time of the presentation is rounded.
            let rounding = 0.001
            guard name.hasPrefix("chunk"), let number = Int(name.dropLast(4).suffix(5)), Double(number) > time() + rounding else {
                return true
            }
            early.withLock { $0.append(name) }
            return false
        }
        let origin = try await DASHOrigin(isPublished: isPublished) {
            let listed = "timescale=\"1\"><SegmentTimeline><S t=\"0\" d=\"1\" r=\"5\"/></SegmentTimeline></SegmentTemplate>"
            return """
                <MPD type="dynamic" minimumUpdatePeriod="PT1S" availabilityStartTime="2024-01-01T00:00:00Z" mediaPresentationDuration="PT6S"
                suggestedPresentationDelay="PT2S"><UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2024-01-01T00:00:03Z"/>
                <Period start="PT0S">\(DASHOrigin.pictures(listed))</Period></MPD>
                """
        }
        let rig = try DASHRig(origin, on: clock)
        try await rig.play(nil)
        let window = try #require(rig.opened?.window)
        #expect(abs(window.edge - 3) < 0.1 && abs(window.targetLatency - 2) < 0.01, "\(window)")
        #expect(early.withLock { $0 } == [] && rig.rig.warnings == [], "\(rig.rig.warnings)")
        let stamps = rig.rig.screen.stamps.compactMap(\.self)
        #expect(stamps.first == 30 && stamps.last == 179, "\(stamps)")
        try await rig.close()
    }

    @Test("A broadcast that is about to begin is awaited, and ends with its declared duration although it stays dynamic")
    func soon() async throws {
        let clock = ManualClock()
        let began = clock.now
        let origin = try await DASHOrigin {
            """
            <MPD type="dynamic" availabilityStartTime="2024-01-01T00:00:05Z" minimumUpdatePeriod="PT1S" mediaPresentationDuration="PT6S"
            suggestedPresentationDelay="PT1S"><UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2024-01-01T00:00:00Z"/>
            <Period start="PT0S">\(DASHOrigin.pictures("duration=\"1\"/>"))</Period></MPD>
            """
        }
        let rig = try DASHRig(origin, on: clock)
        try await rig.play(nil)
        #expect(rig.failure == nil && rig.rig.screen.stamps.last == 179 && clock.now - began >= 11, "\(rig.rig.screen.stamps)")
        #expect(rig.rig.screen.stamps.first.map { $0 ?? 179 < 60 } == true)
        try await rig.close()
    }
}
