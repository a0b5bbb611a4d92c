import Foundation
import Testing

@testable import Playhead
@testable import PlayheadNowPlaying

/// Tests the controls created by a view and those created by an app.
@MainActor
@Suite("Stand-in controls")
struct StandInTests {
    private let center = NowPlayingCenter()

    private func controller(_ player: Player, isStandIn: Bool, _ buses: ControlledRig.MadeBuses) -> NowPlayingController {
        let options = NowPlayingOptions()
        return NowPlayingController(player: player, options: options, isStandIn: isStandIn, center: center) { _, _, onCommand, onNews in
            let bus = RecordingBus(onCommand, onNews)
            MainActor.assumeIsolated { buses.all.append(bus) }
            return bus
        }
    }

    @Test("A view creates controls if the app does not")
    func alone() {
        let buses = ControlledRig.MadeBuses()
        let standIn = controller(Player(), isStandIn: true, buses)
        #expect(buses.all.count == 1 && standIn.isActive)
        standIn.close()
        #expect(buses.all.first?.isClosed == true)
    }

    @Test("The app's controls replace a view's for the same player, in any order, and not those of other players")
    func givingWay() {
        let player = Player()
        let (early, apps, late, others) = (
            ControlledRig.MadeBuses(), ControlledRig.MadeBuses(), ControlledRig.MadeBuses(), ControlledRig.MadeBuses()
        )
        let first = controller(player, isStandIn: true, early)
        let other = controller(Player(), isStandIn: true, others)
        let app = controller(player, isStandIn: false, apps)
        let second = controller(player, isStandIn: true, late)
        #expect(early.all.first?.isClosed == true && late.all.isEmpty)
        #expect(apps.all.first?.isClosed == false && others.all.first?.isClosed == false)
        app.close()
        // A view may create controls again when the app has none.
        let again = ControlledRig.MadeBuses()
        let third = controller(player, isStandIn: true, again)
        #expect(again.all.first?.isClosed == false)
        for controller in [first, second, third, other] { controller.close() }
    }
}
