import PlayheadEngine
import PlayheadSamples
import Synchronization
import Testing

@testable import Playhead

/// Audio around a break.
extension RealAdTests {
    /// Records when each picture of the content was shown, and the amount of audio played by then.
    private final class Watcher: VideoOutput {
        private let seen = Mutex<[(time: Double, received: Int)]>([])
        let sounds = Mutex<[PlayedSound]>([])

        var pictures: [(time: Double, received: Int)] { seen.withLock { $0 } }
        /// The audio output of the content, whose engine is the first.
        var sound: PlayedSound? { sounds.withLock { $0.first } }

        func present(_ picture: VideoPicture) {
            guard picture.width == 320, let received = sound?.playedCount else { return }
            seen.withLock { $0.append((picture.time, received)) }
        }

        func clear() {}
    }

    @Test("The audio/video offset is the same after a mid-roll as before it, and no audio sample is lost or repeated")
    func inStep() async throws {
        var lags: [(before: Double, after: Double)] = []
        func isInStep(_ lag: (before: Double, after: Double)) -> Bool { abs(lag.after - lag.before) < 0.04 && abs(lag.after) < 0.08 }
        // If other work delays the pictures, the playback is repeated; the samples must be correct each time.
        repeat { lags.append(try await lagAroundBreak()) } while !lags.contains(where: isInStep) && lags.count < 4
        #expect(lags.contains(where: isInStep), "\(lags)")
    }

    /// Returns how far the audio is ahead of the video before and after a mid-roll, in seconds.
    private func lagAroundBreak() async throws -> (before: Double, after: Double) {
        let watcher = Watcher()
        var lag: (before: Double, after: Double)?
        try await RealRig.run(.realTime) { configuration in
            configuration.videoOutput = watcher
            configuration.audioOutput = .custom { [clock = configuration.clock] in
                let sound = PlayedSound(clock: clock)
                watcher.sounds.withLock { $0.append(sound) }
                return sound
            }
        } _: { rig in
            try await serve(["mid": AdTexts.vast(AdTexts.ad("b"))], media: ["b"], rig)
            var entry = PlaylistEntry(sources: [
                ItemSource(url: try await rig.serve(SampleRecipe(.file(.mp4), duration: 3), as: "content"))
            ])
            var advertising = AdConfiguration()
            advertising.schedule = [
                AdBreak(id: "mid", offset: .midRoll(.seconds(1.5)), source: .tags([rig.origin.url("ads/mid").absoluteString]))
            ]
            entry.advertising = advertising
            rig.player.load(PlayerItem(entry))
            rig.player.play()
            await rig.wait { $0.name == .onPlaylistComplete || $0.name == .onError || $0.name == .onSetupError }
            #expect(rig.trace.events.last?.name == .onPlaylistComplete && rig.trace.contains(.onAdComplete))
            let rate = 48_000
            let received = try #require(watcher.sound).received
            // The sample beeps for a tenth of a second from each whole second on.
            var beeps: [Int] = []
            var last = -rate
            for (index, sample) in received.enumerated() where abs(sample) > 0.2 {
                if index - last > rate / 50 { beeps.append(index) }
                last = index
            }
            // The break is between the second and the third.
            try #require(beeps.count == 3, "\(beeps)")
            #expect(beeps[2] - beeps[1] == rate, "\(beeps)")
            #expect(abs(received.count - 3 * rate) < rate / 20, "\(received.count)")
            // How far the audio is ahead of each picture. A busy machine shows some pictures late, but hardly three of four.
            func ahead(_ isIncluded: (Double) -> Bool) throws -> Double {
                let values = watcher.pictures.filter { isIncluded($0.time) }.map { Double($0.received) / Double(rate) - $0.time }
                    .sorted()
                return try #require(values.isEmpty ? nil : values[values.count / 4])
            }
            let (before, after) = (try ahead { $0 > 0.2 && $0 < 1.5 }, try ahead { $0 > 1.7 })
            print(
                "The sound is \((before * 1000).rounded()) ms ahead of the picture before a mid-roll, and \((after * 1000).rounded()) ms after it"
            )
            lag = (before, after)
        }
        return try #require(lag)
    }
}
