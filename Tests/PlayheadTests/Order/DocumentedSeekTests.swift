import Foundation
import PlayheadOrigin
import PlayheadSamples
import PlayheadTestKit
import Testing

@testable import Playhead

/// EVENTS, Order: the lines about seeks and stalls, with real streams over loopback in real time.
@MainActor
@Suite(
    "The documented order of seeks and stalls, with real streams", .tags(.realTime), .timeLimit(.minutes(5)),
    .enabled(if: Samples.arePossible))
struct DocumentedSeekTests {
    private func playing(_ rig: RealRig, _ recipe: SampleRecipe, loadedTo end: Double = 0) async throws {
        rig.player.load(try await rig.item(recipe, "a"))
        if end > 0 { await rig.wait { ($0 as? BufferChangeEvent)?.ranges.last.map { $0.end > end } == true } }
        rig.player.play()
        await rig.wait { $0.name == .onTime }
        _ = rig.trace.news()
    }

    /// Returns the events of a seek, up to the onTime that ends it.
    private func lines(_ rig: RealRig) -> [String] {
        let lines = rig.trace.news()
        let start = lines.firstIndex { $0.hasPrefix("onSeek ") } ?? 0
        let end = lines.indices.first { $0 > 0 && lines[$0] == "onTime" && lines[$0 - 1].hasPrefix("onSeeked") } ?? lines.endIndex - 1
        return start <= end ? Array(lines[start...end]) : lines
    }

    @Test("A seek inside what is loaded: onSeek → seeking → playing → onSeeked → onTime, and no onPlay")
    func inside() async throws {
        try await RealRig.run(.realTime) { rig in
            try await playing(rig, Samples.mp4, loadedTo: 1.9)
            rig.player.seek(to: 1.5)
            await rig.wait(for: .onComplete)
            #expect(
                lines(rig) == [
                    "onSeek to 1.5", "onStateChange playing → seeking (seek)", "onStateChange seeking → playing (seek)",
                    "onSeeked at 1.5", "onTime",
                ])
        }
    }

    @Test("Out of it: onSeek → seeking → buffering → onBuffer → playing → onPlay, with onSeeked and onTime between")
    func outside() async throws {
        try await RealRig.run(.realTime, configure: { $0.buffering.forwardDuration = 1 }) { rig in
            try await playing(rig, .hlsTransportStream)
            rig.player.seek(to: 5.5)
            await rig.wait(for: .onComplete)
            let emitted = rig.trace.news()
            let wanted = [
                "onSeek to 5.5", "onStateChange playing → seeking (seek)", "onStateChange seeking → buffering",
                "onBuffer playing → buffering (loading)", "onStateChange buffering → playing", "onPlay buffering → playing",
            ]
            let places = wanted.map { line in emitted.firstIndex { $0.hasPrefix(line) } ?? -1 }
            #expect(!places.contains(-1) && places == places.sorted(), "\(emitted)")
            let seeked = try #require(emitted.firstIndex { $0.hasPrefix("onSeeked") })
            #expect(seeked > places[3] && emitted.count { $0.hasPrefix("onSeeked") } == 1)
            OrderRules.check(rig.trace.events)
        }
    }

    @Test("A seek while paused: onSeek → seeking → pausing → paused → onSeeked → onTime, and no onPause")
    func paused() async throws {
        try await RealRig.run(.realTime) { rig in
            try await playing(rig, Samples.mp4, loadedTo: 1.9)
            rig.player.pause()
            await rig.wait(for: .onPause)
            _ = rig.trace.news()
            rig.player.seek(to: 1.2)
            await rig.wait { $0.name == .onTime && $0.context.position == 1.2 }
            #expect(
                rig.trace.news() == [
                    "onSeek to 1.2", "onStateChange paused → seeking (seek)", "onStateChange seeking → pausing (seek)",
                    "onStateChange pausing → paused (seek)", "onSeeked at 1.2", "onTime",
                ])
        }
    }

    @Test("Ten quick seeks: ten onSeek, and onSeeked at the last target; of the others only those that were reached before the next one")
    func burst() async throws {
        try await RealRig.run(.realTime) { rig in
            rig.player.load(try await rig.item(Samples.transportStream, "a"))
            rig.player.play()
            await rig.wait(for: .onFirstFrame)
            for index in 1...10 { rig.player.seek(to: Double(index) * 0.25) }
            await rig.wait { ($0 as? SeekedEvent)?.position == 2.5 }
            rig.player.seek(to: 3)
            await rig.wait(for: .onComplete)
            #expect(rig.trace.all(SeekEvent.self).count == 11)
            let seeked = rig.trace.all(SeekedEvent.self).map(\.position)
            #expect(seeked.suffix(2) == [2.5, 3] && seeked == seeked.sorted() && Set(seeked).count == seeked.count, "\(seeked)")
            OrderRules.check(rig.trace.events)
        }
    }

    @Test("A stall: buffering → onBuffer (stalled) → playing → onPlay")
    func stall() async throws {
        // The network resumes only after the stall is reported, however long that takes.
        let clock = ManualClock()
        try await RealRig.run(.realTime, originClock: clock) { rig in
            let item = try await rig.item(Samples.mp4, "a")
            rig.origin.addFault(Fault(path: "*.mp4", kind: .stall(afterBytes: 60_000, seconds: 1)))
            rig.player.load(item)
            rig.player.play()
            #expect(await rig.wait { ($0 as? BufferEvent)?.reason == .stalled || $0.name == .onComplete })
            clock.advance(by: 1)
            await rig.wait(for: .onComplete)
            let lines = rig.trace.lines
            let stall = lines.firstIndex(of: "onBuffer playing → buffering (stalled)")
            #expect(
                stall.map { Array(lines[($0 + 1)...($0 + 2)]) } == [
                    "onStateChange buffering → playing (engine)", "onPlay buffering → playing (external)",
                ])
            OrderRules.check(rig.trace.events)
        }
    }
}
