import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead
@testable import PlayheadNowPlaying

/// The controls that a view makes by itself, and those that an app makes.
@MainActor
@Suite("Controls that stand in")
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

    @Test("A view's controls are there where the app makes none")
    func alone() {
        let buses = ControlledRig.MadeBuses()
        let standIn = controller(Player(), isStandIn: true, buses)
        #expect(buses.all.count == 1 && standIn.isActive)
        standIn.close()
        #expect(buses.all.first?.isClosed == true)
    }

    @Test("They give way to the app's, whichever were there first, and those of another player don't")
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
        // Where the app has none any more, a view may have some.
        let again = ControlledRig.MadeBuses()
        let third = controller(player, isStandIn: true, again)
        #expect(again.all.first?.isClosed == false)
        for controller in [first, second, third, other] { controller.close() }
    }
}
