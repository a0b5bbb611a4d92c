import Foundation
import Playhead
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples
import TLSTestSupport

/// A player with Playhead's own engine, and a loopback origin for it.
@MainActor
final class RealRig {
    let origin: LoopbackOrigin
    let player: Player
    let trace: Trace

    /// - Parameters:
    ///   - pacing: The pacing; by default as fast as the data can be decoded.
    ///   - originClock: The clock that times the faults of the origin.
    ///   - identity: The certificate of the origin for https.
    ///   - configure: Changes the configuration of the player.
    ///   - body: The test; all resources are closed afterwards, even after an error.
    /// - Returns: The events up to the end of the body.
    /// - Throws: The error of the body, or of starting the origin.
    @discardableResult
    static func run(
        _ pacing: PlaybackPacing = .unpaced, originClock: any PlaybackClock = SystemClock(), identity: TLSIdentity? = nil,
        configure: (inout PlayerConfiguration) -> Void = { _ in },
        _ body: (RealRig) async throws -> Void
    ) async throws -> [any PlayerEvent] {
        let origin = try await LoopbackOrigin.start(clock: originClock, security: try identity.map { try TLSServer($0).secure })
        let rig = RealRig(origin, pacing, configure)
        do { try await body(rig) } catch {
            await rig.end()
            throw error
        }
        let events = rig.trace.events
        await rig.end()
        return events
    }

    private init(_ origin: LoopbackOrigin, _ pacing: PlaybackPacing, _ configure: (inout PlayerConfiguration) -> Void) {
        self.origin = origin
        var configuration = PlayerConfiguration()
        configuration.pacing = pacing
        configuration.audioOutput = .none
        configure(&configuration)
        player = Player(configuration: configuration)
        trace = Trace(player)
    }

    private func end() async {
        player.release()
        await player.released()
        await origin.stop()
    }

    /// Serves a generated stream in a folder with this name.
    /// - Returns: The URL to play.
    func serve(_ recipe: SampleRecipe, as name: String) async throws -> URL {
        let entry = try await Samples.streams.url(of: recipe)
        let folder = entry.deletingLastPathComponent()
        let files = FileManager.default
        for path in try files.subpathsOfDirectory(atPath: folder.path) {
            let file = folder.appendingPathComponent(path)
            guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
            origin.add("\(name)/\(path)", Array(try Data(contentsOf: file)))
        }
        return origin.url("\(name)/\(entry.lastPathComponent)")
    }

    /// Returns a generated stream as an item with its name as title.
    func item(_ recipe: SampleRecipe, _ name: String) async throws -> PlayerItem {
        PlayerItem(url: try await serve(recipe, as: name), title: name)
    }

    /// Waits until an event satisfies a condition, or the list is over.
    /// - Returns: Whether there was such an event.
    @discardableResult
    func wait(for condition: (any PlayerEvent) -> Bool) async -> Bool {
        let events = player.events
        if trace.events.contains(where: condition) { return true }
        // On a busy machine the list may be over before the wait begins.
        let last = trace.events.last { [.onPlaylistComplete, .onPlaylistItem, .onPlayAttempt, .onSeek].contains($0.name) }
        if last is PlaylistCompleteEvent { return false }
        for await event in events {
            if condition(event) { return true }
            if event is PlaylistCompleteEvent { return false }
        }
        return false
    }

    /// Waits for the first event with a name.
    @discardableResult
    func wait(for name: EventName) async -> Bool { await wait { $0.name == name } }
}
