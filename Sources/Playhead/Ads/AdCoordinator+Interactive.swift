import PlayheadAds
import PlayheadCore

// What runs beside an ad's media.
extension AdCoordinator {
    /// What runs creatives came or went: ads of breaks that are loaded from now on are chosen by that.
    func followPresenter() {
        let presenter = player?.interactiveAdPresenter
        interactive.presenter = presenter
        setInteractiveFrameworks(presenter == nil ? [] : ["SIMID"])
    }

    /// Nobody sees the player, or somebody does again.
    func follow(isInBackground: Bool) { interactive.follow(isInBackground: isInBackground) }

    /// Something happened to an ad's media. A creative hears of what its ad ends with before it ends.
    func take(_ report: AdPlaybackReport, of number: Int) {
        guard report == .shown else {
            interactive.follow(number, report)
            return handle(.playback(ad: number, report))
        }
        handle(.playback(ad: number, report))
        interactive.follow(number, report)
    }

    /// A creative wants something of the player. What changes ads is as if the viewer had done it.
    func carryOut(_ wish: InteractiveAds.Wish) {
        switch wish {
        case .pause: handle(.pause(.interaction))
        case .play: handle(.play)
        case .skip: handle(.skip)
        case .volume(let volume, let isMuted):
            player?.volume = volume
            player?.isMuted = isMuted
        case .fullscreen(let isWanted): interactive.presenter?.setFullscreen(isWanted)
        }
    }
}
