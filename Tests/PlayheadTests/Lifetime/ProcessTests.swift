import Foundation
import Playhead
import PlayheadOrigin
import TestSupport
import Testing

/// The resources that playbacks leave in a dedicated child process, in which all threads, descriptors and memory are counted.
@Suite("Resources that playbacks leave in a process", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible && ProcessTable.isThere))
struct ProcessTests {
    @Test("50 playbacks and releases leave no thread and no descriptor, and constant memory")
    func plays() async throws {
        // Generated before the child process needs them.
        for recipe in LeftBehind.recipes { _ = try await Samples.streams.url(of: recipe) }
        await #expect(processExitsWith: .success) { try await LeftBehind.check() }
    }
}

/// The work of the child.
@MainActor
private enum LeftBehind {
    /// The bytes that 50 playbacks may leave; a single retained playback would take half a megabyte.
    private static let limit = 2_000_000
    nonisolated static let recipes = [Samples.mp4, Samples.transportStream, Samples.packedAudio]

    static func check() async throws {
        ProcessTable.useOneHeap()
        let origin = try await LoopbackOrigin.start()
        var urls: [URL] = []
        for (index, recipe) in recipes.enumerated() {
            let folder = try await Samples.streams.folder(of: recipe)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                origin.add("\(index)/\(name)", Array(try Data(contentsOf: folder.appendingPathComponent(name))))
            }
            urls.append(origin.url("\(index)/\(try await Samples.streams.url(of: recipe).lastPathComponent)"))
            urls.append(try await Samples.streams.url(of: Samples.mp4))
        }
        // First fill the thread pools and the caches of the system and the allocator.
        for index in 0..<30 { await play(urls[index % urls.count], index) }
        let threads = ProcessTable.threadCount
        let descriptors = ProcessTable.descriptors.count
        var growths: [Int] = []
        // A leak grows in every round; pools, and resources that the system keeps for its timers, don't.
        for _ in 0..<4 {
            let memory = ProcessTable.residentMemory
            for index in 0..<50 { await play(urls[index % urls.count], index) }
            // A leak would appear fifty times; pools, whose threads have timers of their own, grow by a few on a busy machine.
            let few = 8
            try await eventually("threads and descriptors are given back") {
                ProcessTable.threadCount <= threads + few && ProcessTable.descriptors.count <= descriptors + few
            }
            growths.append(ProcessTable.residentMemory - memory)
            if growths.last.map({ $0 < limit }) == true { break }
        }
        #expect(try ProcessTable.sockets(toPort: origin.port) == 0)
        #expect(growths.contains { $0 < limit }, "\(growths) bytes more")
        await origin.stop()
    }

    private static func play(_ url: URL, _ index: Int) async {
        var configuration = PlayerConfiguration()
        configuration.pacing = .unpaced
        let player = Player(configuration: configuration)
        let events = player.events
        player.load(PlayerItem(url: url))
        player.play()
        // Some playbacks are released in the middle.
        let last: EventName = [.onComplete, .onFirstFrame, .onReady, .onTime, .onPlaylistItem][index % 5]
        for await event in events where event.name == last { break }
        player.release()
        await player.released()
    }
}
