import Foundation
import PlayheadCore
import PlayheadSamples
import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Many seeks", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct ManySeeksTests {
    @Test("Closing waits for all ending sessions, however many there are")
    func closing() async throws {
        let file = try await Samples.url(.hlsTransportStream)
        let loader = GatedLoader(root: file.deletingLastPathComponent())
        let rig = EngineRig(loader.url(file.lastPathComponent), loader: loader) { configuration in
            configuration.forwardBuffer = 1
            configuration.backBuffer = 0
        }
        _ = try await rig.open()
        // Nothing is pending, so that the number of transfers is known.
        try await rig.seek(0, to: 0.2)
        loader.closeGate()
        let seeks = 150
        for id in 1...seeks {
            rig.engine.send(.seek(id: id, target: id % 2 == 0 ? 0.5 : 5.5, precision: .exact))
            while loader.waiting < id { await Task.yield() }
        }
        let source = try #require(await rig.engine.source as? SegmentedSource)
        rig.engine.send(.close(playback: 1))
        while !source.sessions.isClosed { await Task.yield() }
        loader.release(loader.waiting - 1)
        for _ in 0..<5000 { await Task.yield() }
        #expect(loader.waiting == 1 && !rig.log.all.contains(.closed))
        loader.release(1)
        _ = try await rig.log.wait(from: 0) { $0 == .closed }
    }

    @Test("Sessions that have ended are released")
    func memory() async throws {
        let file = try await Samples.url(.hlsTransportStream)
        let rig = EngineRig(file) { configuration in
            configuration.forwardBuffer = 1
            configuration.backBuffer = 0
        }
        _ = try await rig.open()
        for id in 1...40 { try await rig.seek(id, to: id % 2 == 0 ? 0.5 : 5.5) }
        let source = try #require(await rig.engine.source as? SegmentedSource)
        while source.sessions.endingCount > 0 { await Task.yield() }
        try await rig.close()
    }

    @Test("Seeks in a row during playback, as while a key is held, show pictures on their way, and end exactly at the last target")
    func held() async throws {
        // On this clock a newer seek waits for the picture of the current one for more than a second.
        let clock = ScaledClock(speed: 0.25)
        let film = SampleRecipe(.file(.mp4), duration: 60, width: 160, height: 90, bFrames: 2)
        let rig = EngineRig(try await Samples.url(film)) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            configuration.forwardBuffer = 3
            configuration.backBuffer = 0.5
        }
        _ = try await rig.open()
        rig.start()
        _ = try await rig.log.wait(from: 0) { if case .started = $0 { true } else { false } }
        try await rig.loaded(to: 2)
        rig.screen.wipe()
        let start = rig.log.count
        // The first targets are loaded, and the last ones are far from everything that is.
        let (seeks, first, last) = (40, 0.5, 58.0)
        for id in 1...seeks {
            let share = Double(id) / Double(seeks)
            rig.engine.send(.seek(id: id, target: first + (last - first) * share * share, precision: .exact))
            while rig.engine.pendingCommands > 0 { await Task.yield() }
        }
        #expect(try await rig.reached(seeks, from: start) == last)
        let shown = rig.screen.shown.map(\.time)
        #expect(shown.count >= 2)
        let frame = 1.0 / 30
        #expect(shown.contains { $0 <= last + 0.001 && $0 + frame > last - 0.001 }, "\(shown)")
        // Those without a report were replaced.
        let answered = rig.log.all.dropFirst(start).compactMap { if case .seeked(let id, _) = $0 { id } else { nil } }
        #expect(answered.last == seeks && zip(answered, answered.dropFirst()).allSatisfy { $0 < $1 }, "\(answered)")
        try await rig.close()
    }
}
