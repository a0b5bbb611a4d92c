import Foundation
import PlayheadCore
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
}
