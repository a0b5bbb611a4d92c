import Foundation
import PlayheadAds
import PlayheadCore

/// Performs the outputs that concern the ads of one player: loads documents, plays media, calls trackers and runs interactive creatives.
///
/// Results are reported through ``submit`` only.
@MainActor
final class AdPerformer {
    /// Passes an input to the session's core.
    var submit: (SessionInput) -> Void = { _ in }
    /// The timeouts of ads.
    let timers: AdTimers
    let interactive: InteractiveAds
    private let configuration: PlayerConfiguration
    private let playback: Playback
    private let stage: AdStage
    private let documents: AdDocuments
    private let caller: AdCaller

    init(configuration: PlayerConfiguration, playback: Playback) {
        self.configuration = configuration
        self.playback = playback
        timers = AdTimers(clock: configuration.clock)
        stage = AdStage(playback: playback, timers: timers)
        documents = AdDocuments(playback: playback, timers: timers)
        caller = AdCaller(configuration: configuration, timers: timers)
        interactive = InteractiveAds(timers: timers)
        stage.hear = { [weak self] number, report in self?.handle(report, of: number) }
        stage.hearMetadata = { [weak self] in self?.submit(.playback(.ads(.metadata($0)))) }
        documents.answer = { [weak self] in self?.submit(.ad($0)) }
        interactive.hear = { [weak self] number, report in self?.submit(.ad(.playback(ad: number, .interactive(report)))) }
        interactive.carryOut = { [weak self] in self?.handle($0) }
    }

    /// The number of requests without an answer and of calls under way, for tests that wait for them.
    var pending: Int { documents.count + caller.count }

    /// Performs a task that concerns ads.
    /// - Parameters:
    ///   - volume: The volume of an ad that starts now, 0 to 1.
    ///   - isMuted: Whether an ad that starts now is muted.
    func perform(_ task: SessionTask, volume: Double, isMuted: Bool) {
        switch task {
        case .ad(let output): perform(output, volume: volume, isMuted: isMuted)
        case .sound(let volume, let isMuted):
            stage.setVolume(volume)
            stage.setMuted(isMuted)
            interactive.follow(volume: volume, isMuted: isMuted)
        case .fullscreen(let isFullscreen): interactive.follow(isFullscreen: isFullscreen)
        case .fence(let place): playback.setFence(at: place)
        case .contentStands(let stands): stage.contentStands = stands
        case .showContent: stage.leave()
        case .endAds: end()
        case .endCalls: endCalls()
        case .adopt, .opened, .forget, .skipTime, .seekEnded: break
        }
    }

    private func perform(_ output: AdOutput, volume: Double, isMuted: Bool) {
        switch output {
        case .load(let request): documents.load(request)
        case .prepareAd(let number, let url): stage.prepare(number, url)
        case .offsetAd(let number, let seconds): stage.offset(number, by: seconds)
        case .playAd(let number, let url, let timeout): stage.play(number, url, timeout: timeout, volume: volume, isMuted: isMuted)
        case .runInteractive(let number, let creative): interactive.run(number, creative, volume: volume, isMuted: isMuted)
        case .endInteractive(let number, let end): interactive.end(number, end)
        case .pauseAd:
            stage.pause()
            interactive.paused()
        case .resumeAd:
            stage.resume()
            interactive.resumed()
        case .stopAd(let number): stage.stop(number)
        case .call(let call): caller.call(call)
        case .open(let address): if let url = URL(string: address) { configuration.openURL(url) }
        case .holdContent, .startContent, .startContentAtSegment, .completeContent, .pauseContent, .event, .offerOverlay, .withdrawOverlay:
            break
        }
    }

    /// Ends all ads.
    func end() {
        stage.leave()
        stage.stopAll()
        interactive.removeAll()
        documents.cancelAll()
    }

    /// Makes no further calls than those under way.
    func endCalls() { caller.close() }

    /// Waits for the calls that ``endCalls()`` left under way.
    func callsEnded() async { await caller.closed() }

    /// Handles a report of an ad's media. An interactive creative learns what its ad ends with before it ends.
    private func handle(_ report: AdPlaybackReport, of number: Int) {
        if report != .shown { interactive.follow(number, report) }
        submit(.ad(.playback(ad: number, report)))
        if report == .shown { interactive.follow(number, report) }
    }

    /// Handles a wish of an interactive creative; on ads it has the effect of a viewer's command.
    private func handle(_ wish: InteractiveAds.Wish) {
        switch wish {
        case .pause: submit(.ad(.pause(.interaction)))
        case .play: submit(.ad(.play))
        case .skip: submit(.ad(.skip))
        case .volume(let volume, let isMuted):
            submit(.playback(.setVolume(volume)))
            submit(.playback(.setMuted(isMuted)))
        case .fullscreen(let isWanted): interactive.presenter?.setFullscreen(isWanted)
        }
    }
}
