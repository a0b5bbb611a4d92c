import Foundation
import PlayheadCore
import PlayheadSamples
import PlayheadTestKit
import Testing

@testable import PlayheadEngine

@Suite("Live DASH of an origin that is late", .tags(.idleClock), .enabled(if: Samples.areThere), .timeLimit(.minutes(10)), .serialized)
struct LateOriginTests {
    /// An engine that plays from an origin on the same clock.
    private struct Rig: ClockedRig {
        let clock: ManualClock
        let origin: DASHOrigin
        let rig: EngineRig
        var activity: Int { origin.requests.count }
    }

    /// Plays a live presentation of 6 s, from its third second to its end, whose segments of 1 s are available later than the manifest says.
    private func playLate(by delay: Double, without missing: String? = nil) async throws -> EngineRig {
        let clock = ManualClock()
        let began = clock.now
        let time = { @Sendable in 3 + clock.now - began }
        let isPublished = { @Sendable (name: String) in
            guard name.hasPrefix("chunk"), let number = Int(name.dropLast(4).suffix(5)) else { return true }
            return Double(number) + delay <= time() && name != missing
        }
        let origin = try await DASHOrigin(isPublished: isPublished) {
            let isOver = time() > 6 + delay
            let kind = isOver ? "type=\"static\" mediaPresentationDuration=\"PT6S\"" : "type=\"dynamic\" minimumUpdatePeriod=\"PT1S\""
            let direct = "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:direct:2014\" value=\"2024-01-01T00:00:03Z\"/>"
            return """
                <MPD \(kind) availabilityStartTime="2024-01-01T00:00:00Z" suggestedPresentationDelay="PT2S">\(isOver ? "" : direct)
                <Period start="PT0S">\(DASHOrigin.pictures("duration=\"1\"/>"))</Period></MPD>
                """
        }
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin) { configuration in
            configuration.clock = clock
            configuration.pacing = .realTime
        }
        try await Rig(clock: clock, origin: origin, rig: rig).play(nil)
        return rig
    }

    @Test("An origin that publishes its segments later than its manifest says is awaited, without a warning", arguments: [0.4, 1.7, 2.8])
    func late(delay: Double) async throws {
        let rig = try await playLate(by: delay)
        let stamps = rig.screen.stamps.compactMap(\.self)
        // Pictures that wait in the decoder while playback stalls are late, and dropped.
        let maximumLateness = 3
        #expect(stamps.last == 179 && zip(stamps, stamps.dropFirst()).allSatisfy { $1 - $0 <= 1 + maximumLateness }, "\(stamps)")
        #expect(rig.engine.statistics.framesShown + rig.engine.statistics.framesDropped >= 179 - (stamps.first ?? 0) && rig.warnings == [])
        try await rig.close()
    }

    @Test("A live segment that never appears is a gap, which is reported once")
    func missing() async throws {
        let rig = try await playLate(by: 0.4, without: "chunk-stream0-00005.m4s")
        let stamps = rig.screen.stamps.compactMap(\.self)
        #expect(stamps.last == 179 && !stamps.contains(130) && stamps.contains(119), "\(stamps)")
        #expect(rig.warnings.map(\.kind) == [.segmentStatus(404)], "\(rig.warnings)")
        try await rig.close()
    }
}
