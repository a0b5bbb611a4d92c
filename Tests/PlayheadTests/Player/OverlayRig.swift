import Foundation
import PlayheadCore
import PlayheadOverlay
import PlayheadTestKit

@testable import Playhead

/// A player on a scripted stage, with an overlay whose page is simulated by a test.
@MainActor
final class OverlayRig {
    /// A view that records the requests to it.
    final class Stage: OverlayStage {
        var asked: [String] = []
        func setControls(_ controls: StageControls) { asked.append("controls \(controls)") }
        func didSwipe(_ direction: SwipeDirection) { asked.append("swipe \(direction)") }
        func scaleVideo(x: Float, y: Float, pivotX: Float, pivotY: Float, duration: Int) {
            asked.append("scale \(x) \(y) \(pivotX) \(pivotY) \(duration)")
        }
    }

    let engines: ScriptedStage
    let player: Player
    let page = MemoryPage()
    let stage = Stage()
    let plugin: PlayheadPlayerPlugin
    let overlay: Overlay

    init(_ script: EngineScript = EngineScript(), configure: (inout PlayerConfiguration) -> Void = { _ in }) {
        engines = ScriptedStage(script)
        var configuration = PlayerConfiguration()
        configuration.clock = engines.clock
        configuration.makeEngine = engines.makeEngine
        configure(&configuration)
        player = Player(configuration: configuration)
        plugin = PlayheadPlayerPlugin(player: player)
        plugin.stage = stage
        var overlayConfiguration = OverlayConfiguration(url: URL(fileURLWithPath: "/"))
        overlayConfiguration.clock = engines.clock
        overlayConfiguration.notificationCenter = NotificationCenter()
        overlay = Overlay(overlayConfiguration, page: page, player: plugin)
    }

    /// Loads the overlay, whose page is ready immediately, and an item.
    func open() {
        overlay.load()
        page.say(.bridgeReady)
        player.load(PlayerItem(url: URL(fileURLWithPath: "/a.mp4")))
    }

    /// Advances the time event by event; the player handles each before the next.
    func run(for seconds: Double) async {
        let end = engines.clock.now + seconds
        await settle()
        while engines.step(until: end) { await settle() }
        await settle()
    }

    private func settle() async {
        while player.reportsTaken < engines.reportCount { await Task.yield() }
    }

    /// The time codes that the page received since its messages were last cleared.
    var timecodes: [Int64] {
        page.received.compactMap { if case .playerTime(let timecode, _, _) = $0 { timecode } else { nil } }
    }

    /// The states that the page received since its messages were last cleared.
    var states: [OverlayPlayerState] {
        page.received.compactMap { if case .playerState(let state) = $0 { state } else { nil } }
    }
}
