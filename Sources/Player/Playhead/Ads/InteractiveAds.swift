import Foundation
import PlayheadAds
import PlayheadCore

/// The interactive parts of a player's ads: each is a session with a page of the presenter. A creative outlives its ad by a moment.
@MainActor
final class InteractiveAds {
    private final class Creative {
        var session: SIMIDSession
        var page: (any InteractiveAdPage)?
        var timer: Int?

        init(_ session: SIMIDSession) { self.session = session }
    }

    private struct Sound: Equatable {
        var volume: Double
        var isMuted: Bool
    }

    /// A request of a creative to the player.
    enum Wish {
        case pause, play, skip
        case volume(Double, isMuted: Bool)
        case fullscreen(Bool)
    }

    /// The presenter of the pages; `nil` without support for interactive creatives.
    weak var presenter: (any InteractiveAdPresenter)?
    /// Receives reports about the creatives, by the numbers of their ads.
    var onReport: (Int, InteractiveReport) -> Void = { _, _ in }
    /// Performs the requests of the creative of the ad that is shown.
    var onWish: (Wish) -> Void = { _ in }
    let timers: AdTimers
    private var creatives: [Int: Creative] = [:]
    /// The ad whose media is played.
    private var current: Int?
    private var isFullscreen = false
    private var isInBackground = false
    private var sound = Sound(volume: 1, isMuted: false)
    /// The sound before the creative of the current ad has changed it, and after that; `nil` without a change.
    private var soundChange: (before: Sound, after: Sound)?

    init(timers: AdTimers) { self.timers = timers }

    /// Performs a task of a session's ads.
    func perform(_ task: InteractiveAdTask) {
        switch task {
        case .run(let number, let creative, let volume, let isMuted): run(number, creative, volume: volume, isMuted: isMuted)
        case .end(let number, let end): self.end(number, end)
        case .media(let number, let report): follow(number, report)
        case .paused: handleCurrent(.media(.pause))
        case .resumed:
            handleCurrent(.media(.play))
            handleCurrent(.media(.playing))
        case .sound(let volume, let isMuted):
            sound = Sound(volume: volume, isMuted: isMuted)
            handleCurrent(.media(.volume(volume, isMuted: isMuted)))
        case .fullscreen(let isFullscreen): follow(isFullscreen: isFullscreen)
        case .removeAll: removeAll()
        }
    }

    /// Loads a creative.
    private func run(_ number: Int, _ wanted: InteractiveCreative, volume: Double, isMuted: Bool) {
        guard let presenter, creatives[number] == nil else { return }
        guard let url = URL(text: wanted.url) else {
            return onReport(
                number, .failed(AdError(.interactive, "the URL of the interactive creative is invalid", url: wanted.url), endsAd: false))
        }
        // The size is unknown until the page has reported it.
        var environment = SIMIDEnvironment(video: SIMIDEnvironment.Area(width: -1, height: -1))
        (environment.volume, environment.isMuted, environment.isFullscreen) = (volume, isMuted, isFullscreen)
        (environment.parameters, environment.clickThrough, environment.skipOffset) =
            (wanted.parameters, wanted.clickThrough, wanted.skipOffset)
        let creative = Creative(SIMIDSession(environment: environment))
        creatives[number] = creative
        if isInBackground { handle(number, .background(true)) }
        sound = Sound(volume: volume, isMuted: isMuted)
        current = number
        creative.page = presenter.present(url) { [weak self] event in self?.take(event, of: number) }
    }

    /// Ends the creative of an ad.
    private func end(_ number: Int, _ end: InteractiveEnd) {
        if current == number { endCurrent() }
        // The hidden creative may still send its last messages.
        creatives[number]?.page?.setVisible(false)
        handle(number, end.input)
    }

    /// Removes all creatives.
    private func removeAll() {
        endCurrent()
        for number in creatives.keys { remove(number) }
    }

    /// Ends the influence of the current ad's creative: the sound is as before, except what the viewer or the app has changed since.
    private func endCurrent() {
        current = nil
        let restored = soundWithoutCreative
        soundChange = nil
        if restored != sound { onWish(.volume(restored.volume, isMuted: restored.isMuted)) }
    }

    private var soundWithoutCreative: Sound {
        guard let (before, after) = soundChange else { return sound }
        return Sound(
            volume: sound.volume == after.volume ? before.volume : sound.volume,
            isMuted: sound.isMuted == after.isMuted ? before.isMuted : sound.isMuted)
    }

    // MARK: The ad

    /// Passes a report about an ad's media to its creative.
    private func follow(_ number: Int, _ report: AdPlaybackReport) {
        switch report {
        case .shown:
            handle(number, .adShown)
            // A pause that was requested before the first picture has been reported.
            if creatives[number]?.session.isMediaPaused == false { handle(number, .media(.playing)) }
        case .duration(let seconds): handle(number, .media(.duration(seconds)))
        case .position(let seconds): handle(number, .media(.time(seconds)))
        case .ended: handle(number, .media(.ended))
        case .failed(let error): handle(number, .media(.error(error.reason)))
        case .loaded, .live, .interactive, .timeout: break
        }
    }

    private func follow(isFullscreen: Bool) {
        self.isFullscreen = isFullscreen
        if let current, let creative = creatives[current] {
            handle(current, .resized(video: creative.session.area, isFullscreen: isFullscreen))
        }
    }

    func follow(isInBackground: Bool) {
        guard isInBackground != self.isInBackground else { return }
        self.isInBackground = isInBackground
        handleCurrent(.background(isInBackground))
    }

    private func handleCurrent(_ input: SIMIDSession.Input) { if let current { handle(current, input) } }

    // MARK: The page

    private func take(_ event: InteractiveAdEvent, of number: Int) {
        switch event {
        case .message(let text): handle(number, .message(text))
        case .interaction: handle(number, .interaction)
        case .resized(let width, let height):
            handle(number, .resized(video: SIMIDEnvironment.Area(width: width, height: height), isFullscreen: isFullscreen))
        case .failed(let failure): handle(number, failure.input)
        }
    }

    private func handle(_ number: Int, _ input: SIMIDSession.Input) {
        guard let creative = creatives[number] else { return }
        for output in creative.session.handle(input, date: Date().timeIntervalSince1970) { perform(output, number, creative) }
    }

    private func perform(_ output: SIMIDSession.Output, _ number: Int, _ creative: Creative) {
        switch output {
        case .send(let text): creative.page?.send(text)
        case .setTimer(let seconds):
            timers.cancel(creative.timer)
            creative.timer = timers.start(in: seconds) { [weak self] in self?.handle(number, .timeout) }
        case .started:
            creative.page?.setVisible(true)
            onReport(number, .started)
        case .pause: if number == current { onWish(.pause) }
        case .play: if number == current { onWish(.play) }
        case .skip: if number == current { onWish(.skip) }
        case .stop: onReport(number, .stops)
        case .click(let url, let x, let y): onReport(number, .clicked(url: url, x: x, y: y))
        case .open(let url): onReport(number, .opens(url))
        case .track(let urls): onReport(number, .tracks(urls))
        case .fullscreen(let isWanted): if number == current { onWish(.fullscreen(isWanted)) }
        case .volume(let volume, let isMuted):
            guard number == current else { return }
            soundChange = (soundWithoutCreative, Sound(volume: volume, isMuted: isMuted))
            onWish(.volume(volume, isMuted: isMuted))
        // Logs are for developers of creatives, who have other tools.
        case .log: break
        case .failed(let error, let endsAd): onReport(number, .failed(error, endsAd: endsAd))
        case .remove: remove(number)
        }
    }

    private func remove(_ number: Int) {
        guard let creative = creatives.removeValue(forKey: number) else { return }
        timers.cancel(creative.timer)
        creative.page?.close()
        creative.page = nil
    }
}

extension InteractiveAdFailure {
    /// The input of a SIMID session for this failure, with the codes of SIMID 1.2 §9.
    fileprivate var input: SIMIDSession.Input {
        switch self {
        case .unreachable(let reason): .pageFailed(code: 1206, "its page failed to load: \(reason)")
        case .ended(let reason): .pageFailed(code: 1208, reason)
        case .flooding: .pageFailed(code: 1205, "it sends too much data")
        }
    }
}

/// A task for the interactive creatives of a session's ads; ads are identified by their numbers.
enum InteractiveAdTask: Sendable {
    case run(Int, InteractiveCreative, volume: Double, isMuted: Bool)
    case end(Int, InteractiveEnd)
    /// A report about an ad's media.
    case media(Int, AdPlaybackReport)
    case paused
    case resumed
    case sound(volume: Double, isMuted: Bool)
    case fullscreen(Bool)
    case removeAll
}
