import Foundation
import PlayheadCore
import PlayheadTestKit
import TestSupport
import Testing

@testable import PlayheadEngine

/// A track with a gap longer than the forward buffer does not delay playback.
@Suite("Gaps in one track", .tags(.idleClock), .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct TrackGapTests {
    static let streams = GappedStream.Packaging.allCases.flatMap { packaging in
        GappedStream.Track.allCases.flatMap { track in
            GappedStream.Place.allCases.map { GappedStream(track: track, place: $0, packaging: packaging) }
        }
    }.filter { stream in
        // If both tracks are missing at an end, the stream is only shorter. Playlists made from a late track start with it, and fragments
        // lose its delay.
        let isWhole = stream.track != .both || stream.place == .middle
        let isFile = [.mkv, .mp4, .ts].contains(stream.packaging)
        return isWhole && (stream.place != .beginning || isFile || stream.packaging == .hlsTransportStream && stream.track == .audio)
    }

    private func rig(_ url: URL, _ configure: (inout EngineConfiguration) -> Void) -> EngineRig {
        EngineRig(url) { configuration in
            configuration.forwardBuffer = 3
            configure(&configuration)
        }
    }

    /// Checks the times of the shown pictures; if the first or last pictures are missing, the stream starts or ends accordingly.
    private func expectPictures(_ stream: GappedStream, _ rig: EngineRig, from start: Double = 0) {
        let times = rig.screen.shown.map(\.time)
        let expected = stride(from: start, to: GappedStream.duration, by: 1 / GappedStream.frameRate).filter {
            !stream.lacksPictures(at: $0)
        }
        #expect(abs(times.count - expected.count) <= 3, "\(times.count) of \(expected.count)")
        #expect(times == times.sorted())
    }

    @Test("Unpaced playback reaches the end without waiting", arguments: streams)
    func unpaced(stream: GappedStream) async throws {
        let rig = rig(try await stream.url()) { _ in }
        _ = try await rig.open()
        rig.start()
        let end = try await rig.ended()
        #expect(abs(end - GappedStream.duration) < 0.6)
        expectPictures(stream, rig)
        #expect(!rig.waits.contains(.stalled))
        #expect(rig.warnings.isEmpty)
        try await rig.close()
    }

    @Test(
        "On the clock, with and without a device, the playhead continues and the sound is at its time", arguments: streams,
        TestScale.pick(long: [true, false], short: [true]))
    func paced(stream: GappedStream, hasDevice: Bool) async throws {
        let clock = ManualClock()
        let speaker = Speaker(clock: clock)
        let rig = rig(try await stream.url()) { configuration in
            configuration.clock = clock
            configuration.pacing = .realTime
            if hasDevice { configuration.makeAudioOutput = { speaker } }
        }
        _ = try await rig.open()
        rig.start()
        // Playlists of their own end at the gap until the next segment is loaded.
        let reserve = stream.packaging == .alternateAudio ? 0.1 : 1
        try await rig.run(clock, reserve: reserve) { if case .ended = $0 { true } else { false } }
        #expect(!rig.waits.contains(.stalled))
        expectPictures(stream, rig)
        if hasDevice, stream.track != .both || stream.packaging == .mkv { expectSound(stream, speaker) }
        try await rig.close()
    }

    /// Checks for silence in the gap of the sound, and a tone everywhere else.
    private func expectSound(_ stream: GappedStream, _ speaker: Speaker) {
        guard let format = speaker.format else { return }
        let samples = speaker.samples
        let perSecond = Double(format.sampleRate)
        // The device is opened when the sound of a playlist appears; before, nothing is heard.
        let opening = speaker.times(of: 0)?.received ?? 0
        // Edges are blurred by a block of the codec, and by the offset of the first picture.
        let edge = 0.3
        for time in stride(from: 0.5, to: GappedStream.duration - 0.5, by: 0.25) {
            let nearEdge = [stream.gap.lowerBound, stream.gap.upperBound].contains { abs($0 - time) < edge }
            guard !nearEdge, time > opening + edge else { continue }
            let first = Int(saturating: (time - opening) * perSecond, rounding: .towardZero)
            let loudest = samples.dropFirst(first).prefix(Int(saturating: 0.05 * perSecond, rounding: .towardZero)).map(abs).max() ?? 0
            #expect((loudest < 0.01) == stream.lacksSound(at: time), "\(time): \(loudest)")
        }
    }

    @Test("The duration is that of separate sound if the pictures end before it, and does not change during playback")
    func longerSound() async throws {
        let rig = rig(try await GappedStream(track: .video, place: .end, packaging: .alternateAudio).url()) { _ in }
        let duration = try await rig.open().duration
        #expect(abs(duration - GappedStream.duration) < 0.6, "\(duration)")
        rig.start()
        let end = try await rig.ended()
        #expect(end == duration && !rig.log.all.contains { if case .durationChanged = $0 { true } else { false } })
        try await rig.close()
    }

    @Test(
        "A seek into the gap, after it and back continues from the target", arguments: streams,
        TestScale.pick(long: [SeekPrecision.exact, .keyFrame], short: [.exact]))
    func seeks(stream: GappedStream, precision: SeekPrecision) async throws {
        let rig = rig(try await stream.url()) { $0.backBuffer = 1 }
        _ = try await rig.open()
        let middle = (stream.gap.lowerBound + stream.gap.upperBound) / 2
        for (id, target) in [middle, 17.5, middle + 2, 1.5, middle].enumerated() {
            let reached = try await rig.seek(id, to: target, precision)
            // The nearest key frame before the end of the gap is one before the gap.
            let tolerance = precision == .exact ? 0.11 : stream.gap.upperBound - stream.gap.lowerBound + 3
            #expect(abs(reached - target) < tolerance, "\(target): \(reached)")
        }
        let start = rig.log.count
        rig.start()
        try await rig.ended(from: start)
        #expect(!rig.waits.contains(.stalled))
        try await rig.close()
    }

    @Test("Playback at twice the rate", arguments: streams.filter { $0.place == .middle && (TestScale.isLong || $0.track != .both) })
    func fast(stream: GappedStream) async throws {
        let clock = ManualClock()
        let speaker = Speaker(clock: clock)
        let rig = rig(try await stream.url()) { configuration in
            configuration.clock = clock
            configuration.pacing = .realTime
            configuration.makeAudioOutput = { speaker }
        }
        _ = try await rig.open()
        rig.engine.send(.setRate(2))
        rig.start()
        try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        #expect(!rig.waits.contains(.stalled))
        #expect(abs(clock.now - GappedStream.duration / 2) < 1.5)
        try await rig.close()
    }
}
