import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadSamples
import PlayheadTestKit
import Testing

@Suite("Playback rates", .tags(.realTime), .enabled(if: Samples.areThere), .serialized, .timeLimit(.minutes(5)))
struct RateTests {
    @Test("At every rate the pitch is kept, the duration scales, and picture and sound are in sync", arguments: [0.25, 0.5, 2, 4])
    func rates(rate: Double) async throws {
        let length = rate < 1 ? 1.0 : 3.0
        let clock = ManualClock()
        let speaker = Speaker(clock: clock)
        let screen = Screen(probe: { speaker.received })
        let url = try await Samples.url(SampleRecipe(.file(.mp4), duration: length, width: 160, height: 90))
        let rig = EngineRig(url, screen: screen) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            configuration.makeAudioOutput = { speaker }
        }
        _ = try await rig.open()
        rig.engine.send(.setRate(rate))
        rig.start()
        try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        let seconds = Double(speaker.samples.count) / 48_000
        #expect(abs(seconds * rate - length) < 0.12, "\(seconds)")
        #expect(abs(Tone.frequency(of: speaker.samples, rate: 48_000) - 1000) < 30)
        let onsets = Tone.onsets(of: speaker.samples, rate: 48_000)
        #expect(onsets.count == Int(saturating: length, rounding: .towardZero))
        for (number, onset) in onsets.enumerated() { #expect(abs(Double(onset) / 48_000 * rate - Double(number)) < 0.1) }
        // A picture is never early. The median shows whether picture and sound are in sync.
        let lags = screen.shown.dropFirst(5).compactMap { shown in shown.probed.map { $0 * rate - shown.time } }.sorted()
        let middle = try #require(lags.dropFirst(lags.count / 2).first)
        #expect(abs(middle) < 0.08, "\(middle)")
        try await rig.close()
    }
}
