import Foundation
import Playhead
import PlayheadSamples
import Testing

/// EVENTS, Order, with real streams over loopback.
@MainActor
@Suite("The order of events, with real streams", .tags(.realTime), .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct RealOrderTests {
    @Test(
        "holds for whole playbacks of files",
        arguments: [SampleFormat.mp4, .mp4IndexAtEnd, .webm, .matroska, .mpegTS, .mp3, .adts, .flac, .wav, .oggOpus])
    func files(format: SampleFormat) async throws {
        try await RealRig.run { rig in
            rig.player.load(try await rig.item(SampleRecipe(.file(format), duration: 2), "a"))
            rig.player.play()
            #expect(await rig.wait(for: .onPlaylistComplete))
            OrderRules.check(rig.trace.events)
            let times = rig.trace.all(TimeEvent.self)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0.position <= $1.position })
            #expect(times.last.map { $0.position == $0.duration && abs($0.duration - 2) < 0.15 } == true)
            for name in [EventName.onReady, .onPlayAttempt, .onBeforePlay, .onPlay, .onFirstFrame, .onBeforeComplete, .onComplete] {
                #expect(rig.trace.names.count { $0 == name } == 1, "\(name)")
            }
            #expect(rig.player.statistics.framesShown == (format.hasVideo ? 60 : 0))
        }
    }

    @Test("onTime keeps the rate of the clock in real time, and stops while paused")
    func realTime() async throws {
        try await RealRig.run(.realTime) { rig in
            // Long enough for a busy machine to reach the pause before the end.
            rig.player.load(try await rig.item(SampleRecipe(.file(.mp4), duration: 10, width: 160, height: 90), "a"))
            rig.player.play()
            await rig.wait { ($0 as? TimeEvent).map { $0.position > 0.25 } == true }
            rig.player.pause()
            try #require(await rig.wait(for: .onPause))
            let before = rig.trace.all(TimeEvent.self).count
            rig.player.seek(to: 9.7)
            await rig.wait(for: .onSeeked)
            #expect(rig.trace.all(TimeEvent.self).count == before + 1)
            #expect(rig.player.state == .paused && rig.player.position == 9.7)
            rig.player.play()
            await rig.wait(for: .onComplete)
            let times = rig.trace.all(TimeEvent.self).filter { $0.context.state == .playing }
            #expect(zip(times, times.dropFirst()).allSatisfy { $0.position <= $1.position }, "\(times.map(\.position))")
            // A late event does not shift the following ones; an additional one is possible at each start and at the end.
            #expect(Double(times.count) <= rig.player.statistics.played * 10 + 3)
            OrderRules.check(rig.trace.events)
        }
    }
}
