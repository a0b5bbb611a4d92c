import Foundation
import PlayheadAds
import TestSupport

@testable import Playhead

/// A session core whose outputs are performed by simulated engines and servers, with commands at random times, also between two outputs,
/// as in callbacks.
@MainActor
struct SessionExplorer {
    private(set) var core: SessionCore
    private(set) var problems: [String] = []
    /// The last inputs and events, for the message about a problem.
    private(set) var recent: [String] = []
    private var random: SeededGenerator
    private var now = 0.0
    private var lastSeek = 0
    private var openSeeks: Set<Int> = []
    // The content
    private var reports: [(playback: Int, report: EngineReport)] = []
    private var isRunning = false
    private var position = 0.0
    private var playback = 0
    private static let duration = 8.0
    // Ads
    private var requests: [Int] = []
    private var stage: [Int: Double] = [:]
    private var shown: Int?
    // State derived from events
    private var isInBreak = false
    private var isAdShown = false
    private var sequence = 0
    private let list: [PlayerItem]
    private let advertising: AdConfiguration

    init(seed: UInt64, advertising: AdConfiguration) {
        random = SeededGenerator(seed: seed)
        self.advertising = advertising
        core = SessionCore(options: PlaybackOptions(), ads: ContentAds(PlayerConfiguration()), at: 0)
        list = ["a", "b"].map { ScriptedRig.item($0) }
        core.loadedItems = list.map(\.sessionItem)
    }

    // MARK: Steps

    /// Performs one random step.
    mutating func step() {
        now += Double(random.below(200)) / 1000
        switch random.below(12) {
        case 0, 1: command()
        case 2..<7: advanceContent()
        case 7..<9: answer()
        default: advanceAd()
        }
        check()
    }

    /// Gives no further command except play, and lets all work finish.
    /// - Returns: Whether the content continues or has ended.
    mutating func finish() -> Bool {
        feed(.playback(.load(items: list.map(\.itemDescription), index: 0)))
        feed(.playback(.play(.external)))
        for _ in 0..<4000 where core.machine.state != .ended {
            now += 0.1
            advanceContent()
            answer()
            advanceAd()
            check()
        }
        return core.machine.state == .ended && core.machine.currentIndex == 1
    }

    /// Returns the seeks without an answer after the release.
    mutating func release() -> Set<Int> {
        feed(.playback(.release))
        return openSeeks
    }

    private mutating func command() {
        lastSeek += 1
        switch random.below(20) {
        case 0..<4: feed(.playback(.play(.interaction)))
        case 4, 5: feed(.playback(.pause(.interaction)))
        case 6..<9:
            openSeeks.insert(lastSeek)
            feed(.playback(.seek(id: lastSeek, target: Double(random.below(20)) / 2, precision: .exact)))
        case 9: feed(.playback(.load(items: list.map(\.itemDescription), index: random.below(2))))
        case 10: feed(.playback(random.oneIn(2) ? .next : .previous))
        case 11: feed(.playback(random.oneIn(2) ? .stop : .release))
        case 12: feed(.playback(.setVolume(Double(random.below(3)) / 2)))
        case 13: feed(.playback(.view(.fullscreen(random.oneIn(2)))))
        case 14, 15: feed(.ad(.skip))
        case 16: feed(.ad(.click(x: 1, y: 1)))
        case 17: feed(.ad(random.oneIn(2) ? .companionShown(0) : .overlay(ad: random.below(9), .shown)))
        case 18: feed(.interactiveFrameworks(random.oneIn(2) ? ["SIMID"] : []))
        default: feed(.playback(.timer(.progress)))
        }
    }

    private mutating func advanceContent() {
        if !reports.isEmpty {
            let next = reports.removeFirst()
            feed(.playback(.engine(playback: next.playback, next.report)))
        } else if isRunning {
            position = min(Self.duration, position + 0.25)
            let report: EngineReport = position < Self.duration ? .progress(position: position) : .ended(duration: Self.duration)
            feed(.playback(.engine(playback: playback, report)))
            if position >= Self.duration { isRunning = false }
        }
    }

    private mutating func answer() {
        guard !requests.isEmpty else { return }
        let id = requests.remove(at: random.below(requests.count))
        let document = AdTexts.vast(AdTexts.ad("x", skip: "00:00:00", extra: AdTexts.companion), AdTexts.overlay("over"))
        switch random.below(5) {
        case 0: feed(.ad(.failure(id: id, reason: "status 404")))
        case 1: feed(.ad(.timeout(id: id)))
        default: feed(.ad(.response(id: id, bytes: Array(document.utf8), url: AdScene.tag)))
        }
    }

    private mutating func advanceAd() {
        guard let (number, before) = stage.first, core.ads.content.stands else { return }
        stage[number] = before + 1
        let report: AdPlaybackReport =
            switch random.below(12) {
            case 0: .failed(AdError(.mediaFileDisplay, "broken"))
            case 1 where before == 0: .timeout
            case _ where before == 0: .shown
            case _ where before > 4: .ended
            default: .position(before)
            }
        feed(.ad(.playback(ad: number, report)))
    }

    // MARK: Inputs and outputs

    private mutating func feed(_ input: SessionInput) {
        if recent.count > 60 { recent.removeFirst(30) }
        recent.append("< \(input)".prefix(160).description)
        core.handle(input, at: InputTime(monotonic: now, wall: 0), playback: core.machine.playback)
        guard !isPerforming else { return }
        isPerforming = true
        while let step = core.next() {
            perform(step)
            // A command in a callback.
            if case .event = step, random.oneIn(25), commandsInCallbacks { command() }
        }
        isPerforming = false
    }

    /// Whether commands are given in callbacks.
    var commandsInCallbacks = true
    private var isPerforming = false

    private mutating func perform(_ step: OutputQueue<SessionTask>.Step) {
        switch step {
        case .event(let event, _): check(event)
        case .output(.engine(let command)): perform(command)
        case .output(.checkpoint(let checkpoint)): feed(.playback(.proceed(checkpoint)))
        case .output(.seekDone(let id, _)), .note(.seekEnded(let id)):
            if id > 0 { note(openSeeks.remove(id) != nil, "seek \(id) is answered twice") }
        case .note(.ad(let output)): perform(output)
        case .note(.endAds): (stage, requests) = ([:], [])
        default: break
        }
    }

    private mutating func perform(_ command: EngineCommand) {
        switch command {
        case .open(let number, let index):
            (playback, position, isRunning) = (number, 0, false)
            feed(
                .itemOpens(
                    AdItem(
                        number: index + 1, advertising: advertising, description: list[index].itemDescription, playbackName: "p", seed: 1)))
            reports.append((number, .opened(.scripted(duration: Self.duration))))
        case .start:
            if !isRunning { reports += [(playback, .started(position: position)), (playback, .firstFrame)] }
            isRunning = true
        case .pause:
            isRunning = false
            reports.append((playback, .paused(position: position)))
        case .seek(let id, let target, _):
            position = min(target, Self.duration)
            reports.append((playback, .seeked(id: id, position: position)))
        case .close(let number):
            isRunning = false
            reports.append((number, .closed))
        default: break
        }
    }

    private mutating func perform(_ output: AdOutput) {
        switch output {
        case .load(let request): requests.append(request.id)
        case .playAd(let number, _, _):
            note(stage.isEmpty, "ad \(number) starts beside another one")
            stage[number] = 0
        case .stopAd(let number): stage[number] = nil
        case .holdContent, .startContent, .startContentAtSegment, .completeContent, .pauseContent, .event:
            note(false, "\(output) is queued")
        default: break
        }
    }

    // MARK: Checks

    private mutating func check(_ event: any PlayerEvent) {
        recent.append("> \(event.context.sequence) \(event.name.rawValue)")
        sequence += 1
        note(event.context.sequence == sequence, "\(event.name.rawValue) is out of sequence")
        switch event {
        case is AdBreakStartEvent:
            note(!isInBreak, "a break begins in a break")
            isInBreak = true
        case is AdBreakEndEvent:
            note(isInBreak && !isAdShown, "a break ends outside of one, or in an ad")
            isInBreak = false
        case let event as AdImpressionEvent where event.impression.isLinear:
            note(isInBreak && !isAdShown, "an ad begins in an ad or outside of a break")
            isAdShown = true
        case is AdPlayEvent, is AdPauseEvent, is AdTimeEvent, is AdClickEvent: note(isAdShown, "\(event.name.rawValue) without an ad")
        case is AdSkippedEvent, is AdCompleteEvent:
            note(isAdShown, "an ad ends that is not shown")
            isAdShown = false
        case is AdErrorEvent: isAdShown = false
        // A seek in progress at the start of the break still ends with onSeeked and onTime.
        case is PlayEvent: note(!isInBreak, "the content starts in a break")
        case is TimeEvent where event.context.state == .playing: note(!isInBreak, "the content plays in a break")
        case let change as StateChangeEvent:
            if [.stopping, .idle, .error].contains(change.newState) { (isInBreak, isAdShown) = (false, false) }
        default: break
        }
    }

    private mutating func check() {
        let isHeld = core.ads.content.isHeld
        note(!core.machine.isHeld || isHeld || !core.machine.isOpen, "the machine is held and nothing continues it")
        note(!isHeld || core.ads.isInBreak || core.ads.controller != nil, "the content is held without ads")
        note(isHeld || !core.ads.isInBreak, "a break without held content")
        note(isHeld || stage.isEmpty, "an ad plays beside the content")
        note(core.queue.isEmpty, "outputs are left")
    }

    private mutating func note(_ isRight: Bool, _ problem: @autoclosure () -> String) {
        if !isRight, problems.count < 5 { problems.append(problem() + "\n" + recent.suffix(25).joined(separator: "\n")) }
    }
}
