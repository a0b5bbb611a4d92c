import Foundation
import PlayheadAds
import PlayheadCore
import PlayheadTransport

// Commands and state of ads. Play, pause, volume and mute act on the ad while an ad is shown.
extension Player {
    /// The positions of the pending breaks of the current item, in seconds, for marks on a timeline.
    public var adMarks: [Double] {
        session.assumeIsolated { session in session.core.ads.marks.map { session.core.machine.timeline.position(at: $0) } }
    }

    /// The content of the current item and its remaining ad breaks on one timeline; `nil` without an open item, or without a range to seek in.
    ///
    /// The value is of the time of the call. Its segments change with onAdSchedule, with the begin and the end of a break, with the duration,
    /// and with the window of a live stream.
    public var integratedTimeline: IntegratedTimeline? {
        let now = configuration.clock.now
        return session.assumeIsolated { session in
            let core = session.core
            let timeline = core.machine.timeline.standing(until: now)
            let content = timeline.seekableRange
            guard !content.isEmpty else { return nil }
            let hasStarted = core.ads.content.hasStarted
            let end = timeline.playbackTime(at: content.end)
            let breaks = core.ads.controller?.remainingBreaks(upTo: end, hasStarted: hasStarted) ?? []
            return IntegratedTimeline(
                content: content, position: timeline.position, hasStarted: hasStarted,
                breaks: breaks.map { placed in
                    var placed = placed
                    placed.position = timeline.position(at: placed.place)
                    return placed
                })
        }
    }

    /// Moves the playhead to a time of ``integratedTimeline``; into a break, which then begins, by a seek to its position. Without that
    /// timeline, and for a number that is not finite, has no effect.
    /// - Parameters:
    ///   - time: The time in seconds, limited to the timeline.
    ///   - precision: The precision of the seek.
    public func seek(toIntegratedTime time: Double, precision: SeekPrecision = .exact) {
        guard let timeline = integratedTimeline, time.isFinite else { return }
        let position = timeline.contentPosition(at: time)
        session.assumeIsolated { session in
            // In DVR, the position of a break is another one when the session handles the seek.
            session.core.seekPlace = timeline.index(at: time).flatMap { timeline.segments[$0].place }
            session.seek(to: position, precision: precision)
            session.core.seekPlace = nil
        }
    }

    /// Skips the ad if it can be skipped yet; otherwise has no effect.
    public func skipAd() { submit(.ad(.skip)) }

    /// Leaves the ad break, or interstitial, that is shown or loading, even if a viewer can't skip it; without a break, has no effect.
    ///
    /// The current ad ends as if it was skipped, and the rest of the break is dropped. Breaks at the same position follow, and the content
    /// continues where it does after the break. A pause applies to what follows.
    public func skipAdBreak() { submit(.ad(.skipBreak)) }

    /// Leaves the ad break, or interstitial, that is shown or loading, and the breaks at the same position; otherwise as ``skipAdBreak()``.
    /// - Parameter resumptionOffset: The seconds from the position where the content waits at which it continues, instead of the position
    ///   that the break determines; `nil`, or a number that is not finite, for that position. After a post-roll the content is complete.
    public func cancelAdBreaks(resumptionOffset: Double? = nil) { submit(.ad(.cancelBreaks(resumptionOffset: resumptionOffset))) }

    /// Reports a click on the ad: the player emits onAdClick with the URL to open, or opens the page itself, without an event
    /// (`openBrowserOnAdClick`), and pauses the ad. An ad without a URL continues.
    /// - Parameters:
    ///   - x: The x-coordinate in pixels from the left.
    ///   - y: The y-coordinate in pixels from the top.
    public func clickAd(x: Int? = nil, y: Int? = nil) { submit(.ad(.click(x: x, y: y))) }

    /// Reports that the app shows a companion of the ad.
    /// - Parameter index: The index in the companions of onAdCompanions.
    public func adCompanionShown(_ index: Int) { submit(.ad(.companionShown(index))) }

    /// Reports a click on a companion of the ad.
    /// - Parameter index: The index in the companions of onAdCompanions.
    public func adCompanionClicked(_ index: Int) { submit(.ad(.companionClicked(index))) }

    /// Selects ads that the presenter of interactive creatives supports, from the next break that is loaded on.
    func followPresenter() {
        interactiveAds.presenter = interactiveAdPresenter
        submit(.interactiveFrameworks(interactiveAdPresenter == nil ? [] : ["SIMID"]))
    }

    /// Loads a picture of an ad, with the loader and without the content's options, as for ad documents.
    package func adPicture(at address: String) async throws -> [UInt8] {
        let largest = 4 << 20
        guard let url = URL(text: address), ["http", "https"].contains(url.scheme?.lowercased()) else {
            throw PlaybackError(.invalidURL, url: address)
        }
        let loader = await session.loader(for: url, AssetOptions())
        return try await loader.loadWhole(LoadRequest(url: url, object: .image), upTo: largest).bytes
    }

    /// Performs a request of an interactive creative; on ads, the request has the effect of a viewer's command.
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
