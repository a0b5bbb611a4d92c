import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTestKit
import Testing

@Suite("Playing at a rate", .enabled(if: Samples.areThere), .serialized, .timeLimit(.minutes(1)))
struct RateTests {
    @Test("at every rate the pitch stays, the length follows, and picture and sound are in step", arguments: [0.25, 0.5, 2, 4])
    func rates(rate: Double) async throws {
        // Slow ones get less to play, so that the clock need not be much faster than the machine.
        let length = rate < 1 ? 1.0 : 3.0
        let speed = rate < 1 ? 2 : 3 / rate
        let clock = ScaledClock(speed: speed)
        let speaker = Speaker(clock: clock)
        let screen = Screen(probe: { speaker.heard })
        let url = try await Samples.url(SampleRecipe(.file(.mp4), duration: length, width: 160, height: 90))
        let rig = EngineRig(url, screen: screen) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            configuration.makeAudioOutput = { speaker }
        }
        _ = try await rig.open()
        rig.engine.send(.setRate(rate))
        rig.start()
        try await rig.ended()
        let seconds = Double(speaker.samples.count) / 48_000
        #expect(abs(seconds * rate - length) < 0.12, "\(seconds)")
        #expect(abs(Tone.frequency(of: speaker.samples, rate: 48_000) - 1000) < 30)
        let onsets = Tone.onsets(of: speaker.samples, rate: 48_000)
        #expect(onsets.count == Int(length))
        for (number, onset) in onsets.enumerated() { #expect(abs(Double(onset) / 48_000 * rate - Double(number)) < 0.1) }
        // A picture is never early; on a busy machine it may be late. The middle of all says whether they are in step.
        let lags = screen.shown.dropFirst(5).compactMap { shown in shown.probed.map { $0 * rate - shown.time } }.sorted()
        let middle = try #require(lags.dropFirst(lags.count / 2).first)
        // A busy machine adds to the 40 ms that are wanted; sound and picture at different rates are seconds apart.
        #expect(abs(middle) < 0.2, "\(middle)")
        try await rig.close()
    }
}
