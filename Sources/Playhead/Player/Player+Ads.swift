import Foundation
import PlayheadAds
import PlayheadCore
import PlayheadTransport

// What viewers and apps can do while an ad is shown. Playing, pausing, volume and mute act on the ad by themselves.
extension Player {
    /// Whether an ad break is shown: the content stands, `play()` and `pause()` act on the ad, and seeks are kept until the break is over.
    public var isInAdBreak: Bool { toldBreak != nil }

    /// The places of the breaks of the current item that are still to come, as positions in seconds, to mark them on a timeline.
    public var adMarks: [Double] { core.ads.marks.map { core.machine.timeline.position(at: $0) } }

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

    /// Brings what can be read of ads to where the event tells it.
    func updateAdvertisement(for event: any PlayerEvent) {
        switch event {
        case let event as AdBreakStartEvent: toldBreak = event.adPosition
        case let event as AdImpressionEvent:
            guard event.impression.isLinear else { return }
            advertisement = Advertisement(impression: event.impression, skipOffset: toldSkipTime)
        case is AdPlayEvent:
            advertisement?.isPaused = false
            advertisement?.skipOffset = toldSkipTime
        case is AdPauseEvent: advertisement?.isPaused = true
        case let event as AdTimeEvent:
            guard var shown = advertisement else { return }
            (shown.position, shown.duration, shown.sequence, shown.podCount) =
                (event.position, event.duration, event.sequence, event.podcount)
            shown.skipOffset = toldSkipTime
            advertisement = shown
        case is AdCompleteEvent, is AdSkippedEvent, is AdErrorEvent: if advertisement != nil { advertisement = nil }
        case is AdBreakEndEvent: leaveBreak()
        // The item is left in a break.
        case let event as StateChangeEvent:
            guard [.stopping, .idle, .error, .ended].contains(event.newState) else { return }
            leaveBreak()
            if overlayAd != nil { overlayAd = nil }
        default: break
        }
    }

    /// Replaces the overlay ad.
    func offerOverlay(_ offered: OverlayAd) {
        if overlayAd != nil { overlayAdClosed(byViewer: false) }
        overlayAd = offered
    }

    /// Loads ads according to the presenter of interactive creatives, from the next break that is loaded on.
    func followPresenter() {
        ads.interactive.presenter = interactiveAdPresenter
        submit(.interactiveFrameworks(interactiveAdPresenter == nil ? [] : ["SIMID"]))
    }

    /// The bytes of a picture of an ad, loaded as the ad's documents are.
    package func adPicture(at address: String) async throws -> [UInt8] {
        let largest = 4 << 20
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()) else {
            throw PlaybackError(.invalidURL, url: address)
        }
        let loader = playback.loader(for: url, AssetOptions())
        return try await loader.loadWhole(LoadRequest(url: url, kind: .media), upTo: largest).bytes
    }

    private func leaveBreak() {
        if advertisement != nil { advertisement = nil }
        if toldBreak != nil { toldBreak = nil }
    }
}
