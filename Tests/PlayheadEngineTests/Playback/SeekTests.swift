import OriginTestSupport
import PlayheadCore
import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Seeking", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct SeekTests {
    private static let frame = 1.0 / 30

    @Test(
        "an exact seek shows the frame that covers the target, a fast one a key frame at or before it",
        arguments: [
            Samples.small, SampleRecipe(.file(.matroska), duration: 6, width: 160, height: 90, bFrames: 2),
            SampleRecipe(.file(.mpegTS), duration: 6, width: 160, height: 90),
            SampleRecipe(.file(.webm), duration: 6, width: 160, height: 90), .hlsTransportStream, .hlsAlternateAudio, .hlsDiscontinuity,
        ])
    func targets(recipe: SampleRecipe) async throws {
        let (origin, url) = try await Samples.serve(recipe)
        // The back buffer is so short that many targets lie outside.
        let rig = EngineRig(url) { configuration in
            configuration.forwardBuffer = 1
            configuration.backBuffer = 0.5
        }
        _ = try await rig.open()
        // The presentation starts with the sound if the sound starts before the picture.
        try await rig.seek(0, to: 0)
        let begin = try #require(rig.screen.shown.last?.time)
        #expect(begin < 2 * Self.frame)
        var numbers = SeededGenerator(seed: 5)
        for id in 1...24 {
            let target = Double.random(in: begin..<5.95, using: &numbers)
            rig.screen.wipe()
            let precision: SeekPrecision = id % 4 == 0 ? .keyFrame : .exact
            let position = try await rig.seek(id, to: target, precision)
            let shown = try #require(rig.screen.shown.last)
            #expect(rig.screen.shown.count == 1, "\(target)")
            if precision == .exact {
                #expect(position == target)
                #expect(shown.time <= target + 0.001 && shown.time + Self.frame > target - 0.001, "\(target): \(shown.time)")
            } else {
                #expect(position == shown.time && shown.time <= target + 0.001, "\(target): \(shown.time)")
            }
            if let stamp = shown.stamp { #expect(abs(Double(stamp) * Self.frame + begin - shown.time) < 0.75 * Self.frame) }
        }
        try await rig.close()
        await origin.stop()
    }

    @Test(
        "An exact seek in a container in which few pictures have a time, or none, shows the frame that covers the target, loaded or not",
        arguments: [
            ("stream.mpg", ["-c:v", "mpeg2video", "-bf", "2", "-c:a", "mp2", "-f", "vob"]),
            ("film.avi", ["-c:v", "mpeg4", "-bf", "2", "-c:a", "mp2"]),
            ("film.avi", ["-c:v", "libx264", "-c:a", "mp2"]),
        ])
    func fewTimes(name: String, options: [String]) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent(name)
            let input = [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=8", "-f", "lavfi", "-i", "sine=duration=8",
                "-g", "12",
            ]
            try await CachedTool("ffmpeg").run(input + options + [file.path], in: folder)
            let rig = EngineRig(file) { configuration in
                configuration.forwardBuffer = 1
                configuration.backBuffer = 0.5
            }
            _ = try await rig.open()
            for id in 1...60 {
                rig.screen.wipe()
                // Each target is farther from the previous one than what is loaded reaches.
                let target = 0.7 + Double(id * 37 % 60) * 0.1
                try await rig.seek(id, to: target)
                let shown = try #require(rig.screen.shown.last)
                #expect(shown.time <= target + 0.001 && shown.time > target - 0.041, "\(target): \(shown.time)")
            }
            try await rig.close()
            let loaded = EngineRig(file)
            _ = try await loaded.open()
            try await loaded.loaded(to: 7)
            for id in 1...60 {
                loaded.screen.wipe()
                let target = 0.7 + Double(id) * 0.1
                try await loaded.seek(id, to: target)
                let shown = try #require(loaded.screen.shown.last)
                #expect(shown.time <= target + 0.001 && shown.time > target - 0.041, "\(target): \(shown.time)")
            }
            try await loaded.close()
        }
    }

    @Test("A seek inside the loaded range sends no request", arguments: [Samples.small, .hlsTransportStream, .hlsAlternateAudio])
    func insideTheBuffer(recipe: SampleRecipe) async throws {
        let (origin, url) = try await Samples.serve(recipe)
        let rig = EngineRig(url)
        _ = try await rig.open()
        try await rig.loaded(to: 5.8)
        // The end of the sound may still be pending.
        try await eventually("all is loaded") { await rig.engine.store.mediaEnd != nil }
        let requests = origin.requests.count
        for (id, target) in [5.5, 0.1, 3.3, 2.2, 0, 5.9].enumerated() { try await rig.seek(id, to: target) }
        #expect(origin.requests.count == requests)
        #expect(!rig.log.all.contains { if case .seekLeftBuffer = $0 { true } else { false } })
        try await rig.close()
        await origin.stop()
    }

    @Test("Of several seeks in a row the last target is reached", arguments: [Samples.small, .hlsTransportStream])
    func burst(recipe: SampleRecipe) async throws {
        let (origin, url) = try await Samples.serve(recipe)
        origin.bytesPerSecond = 400_000
        let rig = EngineRig(url) { configuration in
            configuration.forwardBuffer = 1
            configuration.backBuffer = 0
        }
        _ = try await rig.open()
        for id in 1...20 { rig.engine.send(.seek(id: id, target: Double(id * 37 % 59) / 10, precision: .exact)) }
        #expect(try await rig.reached(20) == Double(20 * 37 % 59) / 10)
        let shown = try #require(rig.screen.shown.last)
        #expect(shown.time <= 3.201 && shown.time + Self.frame > 3.199)
        rig.screen.wipe()
        origin.bytesPerSecond = nil
        rig.start()
        try await rig.ended()
        #expect(rig.screen.shown.last?.stamp == 179)
        try await rig.close()
        await origin.stop()
    }

    @Test("A seek to or beyond the end shows the last frame; playback then ends there", arguments: [6.0, 5.999])
    func end(target: Double) async throws {
        let rig = EngineRig(try await Samples.url(Samples.small))
        _ = try await rig.open()
        try await rig.seek(1, to: target)
        #expect(rig.screen.shown.last?.stamp == 179)
        rig.start()
        #expect(abs(try await rig.ended() - 6) < 0.1)
        try await rig.close()
    }

    @Test("A seek during playback continues from the target to the end, without a gap", arguments: [Samples.small, .hlsAlternateAudio])
    func whilePlaying(recipe: SampleRecipe) async throws {
        let (origin, url) = try await Samples.serve(recipe)
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.engine.send(.seek(id: 1, target: 4, precision: .exact))
        rig.start()
        try await rig.ended()
        #expect(rig.screen.stamps == Array(120..<180).map(Optional.some))
        // The 0.2 s of sound handed over before the seek count too.
        let expected = 96_000 - 3000...96_000 + 12_600
        #expect(expected.contains(rig.engine.statistics.audioFrames))
        try await rig.close()
        await origin.stop()
    }

    @Test("A seek backwards presents no sound before playback continues, also without an output for sound")
    func soundOfTarget() async throws {
        let rig = EngineRig(try await Samples.url(Samples.small))
        _ = try await rig.open()
        try await rig.seek(1, to: 5)
        try await rig.seek(2, to: 1)
        #expect(rig.engine.statistics.audioFrames < 12_600)
        try await rig.close()
    }

    /// Targets that are not valid times.
    @Test("Invalid targets neither trap nor hang", arguments: [-1.0, 1e300, Double.infinity, -Double.infinity])
    func nonsense(target: Double) async throws {
        let (origin, url) = try await Samples.serve(.hlsTransportStream)
        let rig = EngineRig(url)
        _ = try await rig.open()
        _ = try await rig.seek(1, to: target)
        #expect(try await rig.seek(2, to: 1) == 1)
        try await rig.close()
        await origin.stop()
    }
}
