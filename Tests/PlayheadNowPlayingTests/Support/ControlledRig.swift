import Foundation
import PlayheadTestKit

@testable import Playhead
@testable import PlayheadNowPlaying

/// A player with a scripted engine, and controls on a recording bus.
@MainActor
final class ControlledRig {
    let stage: ScriptedStage
    let player: Player
    let controller: NowPlayingController
    private let made: MadeBuses

    @MainActor
    final class MadeBuses { var all: [RecordingBus] = [] }

    init(
        _ script: EngineScript = EngineScript(), in center: NowPlayingCenter = NowPlayingCenter(), stage: ScriptedStage? = nil,
        configure: (inout PlayerConfiguration) -> Void = { _ in }
    ) {
        let stage = stage ?? ScriptedStage(script)
        self.stage = stage
        var configuration = PlayerConfiguration()
        configuration.clock = stage.clock
        configuration.makeEngine = stage.makeEngine
        configure(&configuration)
        player = Player(configuration: configuration)
        var options = NowPlayingOptions()
        options.applicationName = "Test"
        options.artworkFolder = URL(fileURLWithPath: "/dev/null/artwork")
        let made = MadeBuses()
        self.made = made
        controller = NowPlayingController(player: player, options: options, center: center) { _, _, onCommand, onNews in
            let bus = RecordingBus(onCommand, onNews)
            MainActor.assumeIsolated { made.all.append(bus) }
            return bus
        }
    }

    /// The last created bus.
    var bus: RecordingBus? { made.all.last }
    /// The number of created buses.
    var busCount: Int { made.all.count }

    func load(_ names: String...) {
        player.load(names.map { PlayerItem(url: URL(fileURLWithPath: "/" + $0), title: $0) })
    }

    /// Advances the time; the player handles each event before the next one.
    func run(for seconds: Double) async {
        let end = stage.clock.now + seconds
        await settle()
        while stage.step(until: end) { await settle() }
        await settle()
    }

    /// Advances the time until a condition is fulfilled, which loads outside of the scripted engine may delay.
    func run(for seconds: Double, until isDone: () -> Bool) async {
        let end = stage.clock.now + seconds
        while !isDone(), stage.clock.now < end {
            _ = stage.step(until: min(end, stage.clock.now + 0.01))
            for _ in 0..<100 { await Task.yield() }
            await settle()
        }
        await settle()
    }

    private func settle() async {
        while player.reportsTaken < stage.reportCount { await Task.yield() }
        // Combined updates are published one turn later.
        for _ in 0..<5 { await Task.yield() }
    }
}
