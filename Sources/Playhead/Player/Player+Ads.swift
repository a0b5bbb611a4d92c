import Foundation
import PlayheadAds
import PlayheadCore
import PlayheadTransport

// What viewers and apps can do while an ad is shown. Playing, pausing, volume and mute act on the ad by themselves.
extension Player {
    /// Whether an ad break is shown: the content stands, `play()` and `pause()` act on the ad, and seeks are kept until the break is over.
    public var isInAdBreak: Bool { toldBreak != nil }

    /// The places of the breaks of the current item that are still to come, as positions in seconds, to mark them on a timeline.
    public var adMarks: [Double] {
        session.assumeIsolated { session in session.core.ads.marks.map { session.core.machine.timeline.position(at: $0) } }
    }

    /// Skips the ad, if it can be skipped yet; otherwise nothing happens.
    public func skipAd() { submit(.ad(.skip)) }

    /// The viewer clicked on the ad: it is paused, and onAdClick tells what to open, or the player opens it (`openBrowserOnAdClick`).
    /// - Parameters:
    ///   - x: Where, in pixels from the left.
    ///   - y: Where, in pixels from the top.
    public func clickAd(x: Int? = nil, y: Int? = nil) { submit(.ad(.click(x: x, y: y))) }

    /// The app shows a companion of the ad.
    /// - Parameter index: Which one of those that onAdCompanions told.
    public func adCompanionShown(_ index: Int) { submit(.ad(.companionShown(index))) }

    /// A companion of the ad was clicked on.
    /// - Parameter index: Which one of those that onAdCompanions told.
    public func adCompanionClicked(_ index: Int) { submit(.ad(.companionClicked(index))) }

    /// Loads ads according to the presenter of interactive creatives, from the next break that is loaded on.
    func followPresenter() {
        interactiveAds.presenter = interactiveAdPresenter
        submit(.interactiveFrameworks(interactiveAdPresenter == nil ? [] : ["SIMID"]))
    }

    /// The bytes of a picture of an ad, loaded as the ad's documents are.
    package func adPicture(at address: String) async throws -> [UInt8] {
        let largest = 4 << 20
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()) else {
            throw PlaybackError(.invalidURL, url: address)
        }
        let loader = await session.loader(for: url, AssetOptions())
        return try await loader.loadWhole(LoadRequest(url: url, kind: .media), upTo: largest).bytes
    }

    /// Performs a wish of an interactive creative; on ads it has the effect of a viewer's command.
    func perform(_ wish: InteractiveAds.Wish) {
        switch wish {
        case .pause: submit(.ad(.pause(.interaction)))
        case .play: submit(.ad(.play))
        case .skip: submit(.ad(.skip))
        case .volume(let volume, let isMuted):
            submit(.playback(.setVolume(volume)))
            submit(.playback(.setMuted(isMuted)))
        case .fullscreen(let isWanted): interactiveAds.presenter?.setFullscreen(isWanted)
        }
    }
}
