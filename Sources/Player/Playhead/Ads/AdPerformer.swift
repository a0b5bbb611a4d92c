import Foundation
import PlayheadAds
import PlayheadCore

/// Performs the outputs for the ads of one session: loads documents, plays media and calls trackers. The owner runs interactive creatives.
///
/// Results are reported through ``submit`` only.
final class AdPerformer {
    /// Passes an input to the session's core.
    var submit: (SessionInput) -> Void = { _ in }
    /// Passes on tasks for interactive creatives.
    var onInteractiveTask: (InteractiveAdTask) -> Void = { _ in }
    /// Opens the URL of an ad's click.
    var open: (URL) -> Void = { _ in }
    /// The timeouts of ads.
    let timers: AdTimers
    private let playback: Playback
    private let stage: AdStage
    private let documents: AdDocuments
    private let caller: AdCaller

    init(configuration: PlayerConfiguration, playback: Playback, isolation: SessionIsolation) {
        self.playback = playback
        timers = AdTimers(clock: configuration.clock, isolation: isolation)
        stage = AdStage(playback: playback, timers: timers)
        documents = AdDocuments(playback: playback, timers: timers, isolation: isolation)
        caller = AdCaller(configuration: configuration, timers: timers, isolation: isolation)
        stage.onReport = { [weak self] number, report in self?.handle(report, of: number) }
        stage.onMetadata = { [weak self] in self?.submit(.playback(.ads(.metadata($0)))) }
        documents.answer = { [weak self] in self?.submit(.ad($0)) }
    }

    /// The number of requests without an answer and of running calls, for tests that wait for them.
    var pending: Int { documents.count + caller.count }

    /// Performs a task that concerns ads. An ad that starts now has the volume `volume`, 0 to 1, and is muted if `isMuted`.
    func perform(_ task: SessionTask, volume: Double, isMuted: Bool) {
        switch task {
        case .ad(let output): perform(output, volume: volume, isMuted: isMuted)
        case .sound(let volume, let isMuted):
            stage.setVolume(volume)
            stage.setMuted(isMuted)
            onInteractiveTask(.sound(volume: volume, isMuted: isMuted))
        case .fullscreen(let isFullscreen): onInteractiveTask(.fullscreen(isFullscreen))
        case .contentStands(let stands): stage.contentStands = stands
        case .endAds: end()
        case .endCalls: endCalls()
        case .adopt, .arrange, .describe, .opened, .forget, .configure, .skipTime, .seekEnded: break
        }
    }

    private func perform(_ output: AdOutput, volume: Double, isMuted: Bool) {
        switch output {
        case .load(let request): documents.load(request)
        case .prepareAd(let number, let url): stage.prepare(number, url)
        case .offsetAd(let number, let seconds): stage.offset(number, by: seconds)
        case .playAd(let number, let url, let timeout): stage.play(number, url, timeout: timeout, volume: volume, isMuted: isMuted)
        case .runInteractive(let number, let creative): onInteractiveTask(.run(number, creative, volume: volume, isMuted: isMuted))
        case .endInteractive(let number, let end): onInteractiveTask(.end(number, end))
        case .pauseAd:
            stage.pause()
            onInteractiveTask(.paused)
        case .resumeAd:
            stage.resume()
            onInteractiveTask(.resumed)
        case .stopAd(let number): stage.stop(number)
        case .call(let call): caller.call(call)
        case .open(let address): if let url = URL(text: address) { open(url) }
        case .holdContent, .startContent, .startContentAtSegment, .completeContent, .pauseContent, .event, .offerOverlay, .withdrawOverlay:
            break
        }
    }

    /// Ends all ads.
    func end() {
        stage.contentStands = false
        stage.stopAll()
        onInteractiveTask(.removeAll)
        documents.cancelAll()
    }

    /// Makes no further calls than the running ones.
    func endCalls() { caller.close() }

    /// Waits for the calls that were running at ``endCalls()``.
    func callsEnded(isolation: isolated any Actor = #isolation) async { await caller.closed() }

    /// Handles a report of an ad's media. An interactive creative receives the end of the media before the ad ends.
    private func handle(_ report: AdPlaybackReport, of number: Int) {
        if report != .shown { onInteractiveTask(.media(number, report)) }
        submit(.ad(.playback(ad: number, report)))
        if report == .shown { onInteractiveTask(.media(number, report)) }
    }
}
