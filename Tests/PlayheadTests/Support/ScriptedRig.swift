import Foundation
import Playhead
import PlayheadEngine
import PlayheadTestKit

@testable import Playhead

/// A player on a scripted stage: commands, and seconds of the manual clock, in turn.
@MainActor
final class ScriptedRig {
    let stage: ScriptedStage
    let player: Player
    let trace: Trace
    private nonisolated static let root = "https://media.example.com/"

    init(
        _ script: EngineScript = EngineScript(), stage: ScriptedStage? = nil, configure: (inout PlayerConfiguration) -> Void = { _ in }
    ) {
        let stage = stage ?? ScriptedStage(script)
        self.stage = stage
        var configuration = PlayerConfiguration()
        configuration.clock = stage.clock
        configuration.makeEngine = stage.makeEngine
        configuration.audioOutput = .none
        configure(&configuration)
        player = Player(configuration: configuration)
        trace = Trace(player)
    }

    nonisolated static func url(_ name: String) -> URL { URL(string: root + name) ?? URL(fileURLWithPath: "/") }

    static func item(_ name: String = "a.mp4") -> PlayerItem { PlayerItem(url: url(name), title: name) }

    /// Loads items by their names.
    @discardableResult
    func load(_ names: String..., startingAt index: Int = 0) -> [PlayerItem] {
        let items = names.map { Self.item($0) }
        player.load(items, startingAt: index)
        return items
    }

    /// Moves the time on, thing by thing, each heard by the player before the next.
    func run(for seconds: Double) async {
        let end = stage.clock.now + seconds
        await settle()
        while stage.step(until: end) { await settle() }
        await settle()
    }

    /// Runs until the player is in a state, for a minute of the manual clock at most.
    /// - Returns: Whether it came to that.
    @discardableResult
    func run(until state: PlaybackState) async -> Bool {
        let end = stage.clock.now + 60
        await settle()
        while player.state != state {
            guard stage.step(until: end) else { break }
            await settle()
        }
        return player.state == state
    }

    /// Waits until the player has heard all that the engines said.
    func settle() async {
        while player.reportsTaken < stage.reportCount { await Task.yield() }
    }

    /// Waits, without moving the time, for something that a task brings about.
    func wait(for condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    var engine: ScriptedEngine? { stage.engines.last }
}
