import Foundation
import Playhead
import PlayheadEngine
import PlayheadTestKit

@testable import Playhead

/// A player on a scripted stage, for alternating commands and seconds of the manual clock.
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

    /// Loads items by name.
    @discardableResult
    func load(_ names: String..., startingAt index: Int = 0) -> [PlayerItem] {
        let items = names.map { Self.item($0) }
        player.load(items, startingAt: index)
        return items
    }

    /// Advances the time event by event; the player handles each before the next.
    func run(for seconds: Double) async {
        let end = stage.clock.now + seconds
        await settle()
        while stage.step(until: end) { await settle() }
        await settle()
    }

    /// Runs until the player is in a state, for at most a minute of the manual clock.
    /// - Returns: Whether the player reached the state.
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

    /// Waits until the player has handled all reports of the engines.
    func settle() async {
        while player.reportsTaken < stage.reportCount { await Task.yield() }
    }

    /// Waits for a condition that a task fulfils, without advancing the time.
    func wait(for condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    var engine: ScriptedEngine? { stage.engines.last }
}
