import Foundation
import PlayheadEngine
import Synchronization
import Testing

@testable import Playhead

@MainActor
@Suite("The network memory of a player", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct NetworkMemoryTests {
    /// The throughput memories that the engines received.
    private final class Given: Sendable {
        let memories = Mutex<[ThroughputMemory?]>([])
    }

    private func configure(_ configuration: inout PlayerConfiguration, _ given: Given) {
        configuration.autoplay = true
        configuration.makeEngine = { url, engine, report in
            given.memories.withLock { $0.append(engine.throughputMemory) }
            return PlaybackEngine(url: url, configuration: engine, report: report)
        }
    }

    @Test("an item starts with the measurements of earlier items, which the app can read")
    func betweenItems() async throws {
        let given = Given()
        try await RealRig.run(configure: { configure(&$0, given) }) { rig in
            #expect(rig.player.throughputMemory == nil)
            rig.player.load([try await rig.item(.hlsSmallLadder, "a"), try await rig.item(.hlsSmallLadder, "b")])
            await rig.wait { $0.name == .onPlaylistComplete }
            let memories = given.memories.withLock { $0 }
            #expect(memories.count == 2 && memories.first == .some(nil))
            let memory = try #require(memories.last ?? nil)
            #expect(exp(memory.logMean) > 1_000_000)
            #expect(rig.player.throughputMemory != nil)
        }
    }

    @Test("the memory of a slow network makes the first level a low one")
    func given() async throws {
        let slow = ThroughputMemory(logMean: log(60_000), spread: 0.2, latency: 0.1)
        for (memory, folder) in [(slow, "video-90p"), (nil, "video-360p")] {
            let given = Given()
            try await RealRig.run(configure: {
                configure(&$0, given)
                $0.quality.throughputMemory = memory
            }) { rig in
                rig.player.load([try await rig.item(.hlsSmallLadder, "a")])
                await rig.wait(for: .onPlay)
                let asked = rig.origin.requests.map(\.path).first { $0.contains("video-") }
                #expect(asked == "a/\(folder)/main.m3u8")
                #expect(given.memories.withLock { $0 } == [memory])
            }
        }
    }
}
