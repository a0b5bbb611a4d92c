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

    /// Names of networks, one after the other.
    private final class Names: Sendable {
        private let names: Mutex<[String]>

        init(_ names: [String]) { self.names = Mutex(names) }

        var current: String? { names.withLock { $0.first } }

        func move() { names.withLock { _ = $0.removeFirst() } }
    }

    private func configure(_ configuration: inout PlayerConfiguration, _ given: Given) {
        configuration.autoplay = true
        configuration.makeEngine = MediaEngineFactory { url, engine, report in
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

    @Test("what was measured on one network is not used on another")
    func otherNetwork() async throws {
        let given = Given()
        let names = Names(["home", "work", "home"])
        try await RealRig.run(configure: {
            configure(&$0, given)
            $0.network.conditions = { NetworkConditions(identifier: names.current) }
        }) { rig in
            for (index, name) in ["a", "b", "c"].enumerated() {
                rig.player.load([try await rig.item(.hlsSmallLadder, name)])
                await rig.wait { _ in rig.trace.events.count { $0.name == .onPlaylistComplete } > index }
                names.move()
            }
            let networks = given.memories.withLock { $0 }.map { $0?.network }
            #expect(networks == [nil, nil, "home"])
        }
    }

    @Test("a playlist that arrives slowly lowers the first level before any segment is requested")
    func slowPlaylist() async throws {
        try await RealRig.run(configure: { $0.autoplay = true }) { rig in
            let item = try await rig.item(.hlsSmallLadder, "a")
            for level in ["90p", "180p", "360p"] {
                let path = "a/video-\(level)/main.m3u8"
                let playlist = try await String(
                    decoding: Data(
                        contentsOf: Samples.streams.url(of: .hlsSmallLadder).deletingLastPathComponent().appendingPathComponent(
                            String(path.dropFirst(2)))), as: UTF8.self)
                let comment = "#" + String(repeating: "x", count: 99) + "\n"
                rig.origin.add(path, Array((playlist + String(repeating: comment, count: 300)).utf8))
            }
            rig.origin.bytesPerSecond = 60_000
            rig.player.load([item])
            await rig.wait(for: .onPlay)
            let asked = rig.origin.requests.map(\.path).filter { $0.contains("video-") }
            #expect(asked.first == "a/video-360p/main.m3u8")
            #expect(asked.first { !$0.hasSuffix(".m3u8") }?.contains("video-90p") == true, "\(asked)")
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
