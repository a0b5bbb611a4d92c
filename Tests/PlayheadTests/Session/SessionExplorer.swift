import Foundation
import PlayheadAds
import TestSupport
import TraceChecking

@testable import Playhead

/// A session core whose outputs are performed by simulated engines and servers, with commands at random times, also between two outputs,
/// as in callbacks: the machine, the ad controller and the content together.
@MainActor
struct SessionExplorer {
    /// The inputs of the machine.
    private final class Record {
        var inputs: [(input: MachineInput, time: Double)] = []
    }

    private(set) var core: SessionCore
    private(set) var problems: [String] = []
    /// The last inputs and events, for the message about a problem.
    private(set) var recent: [String] = []
    /// The seeks without an answer.
    private(set) var openSeeks: Set<Int> = []
    /// Whether commands are given in callbacks.
    private var commandsInCallbacks = true
    private var random: SeededGenerator
    private var now = 0.0
    private var lastSeek = 0
    /// The decision that the app has to make.
    private var decision: Int?
    private var isPerforming = false
    private let list: [PlayerItem]
    private let kinds: [ExploredContent.Kind]
    private let advertising: AdConfiguration
    // The content
    private var content = ExploredContent()
    /// The places at which the content may continue, in seconds on its timeline; `nil` if that is not known.
    private var goal: ClosedRange<Double>?
    // Ads
    private var requests: [(id: Int, isSchedule: Bool)] = []
    private var stage: [Int: Double] = [:]
    private var contentStands = false
    // The checks
    private var events = ExploredEvents()
    private let record = Record()
    private var replayed = PlaybackMachine(options: PlaybackOptions(), at: 0)
    private var checker = TraceChecker()

    /// Creates an explorer in which `seed` determines the streams, the ads and all steps.
    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        kinds = [seed, seed / 12].map { ExploredContent.Kind.allCases[Int($0 % 3)] }
        let breaks = Breaks.allCases[Int(seed / 3 % 4)]
        advertising = Self.advertising(breaks)
        let ranges = breaks == .playlist ? Self.interstitials : nil
        core = SessionCore(
            options: PlaybackOptions(), ads: ContentAds(PlayerConfiguration()), playlist: PlaylistFacts(dateRanges: { ranges }), at: 0)
        list = ["a", "b"].map { ScriptedRig.item($0) }
        core.loadedItems = list.map(\.sessionItem)
        core.record = { [record] input, time, _ in record.inputs.append((input, time.monotonic)) }
        if seed % 2 == 1 { feed(.playback(.setDecisionTimeout(1))) }
    }

    /// The origin of the breaks.
    private enum Breaks: CaseIterable {
        case none, tags, schedule, playlist
    }

    private static func advertising(_ breaks: Breaks) -> AdConfiguration {
        var advertising = AdConfiguration()
        switch breaks {
        case .none, .playlist: break
        case .tags:
            advertising.schedule = Self.places.enumerated().compactMap { index, text in
                AdBreakOffset(text).map { AdBreak(id: "\(index)", offset: $0, source: .tags([AdScene.tag])) }
            }
        case .schedule: advertising.vmapURL = "https://ads.example/vmap"
        }
        return advertising
    }

    /// Interstitials that are inserted at the same places.
    private static let interstitials = PlaylistDateRanges(
        url: "https://m.example/main.m3u8",
        ranges: [2, 5, 138, 143, 150].map {
            PlaylistDateRanges.Range(
                id: "\($0)", rangeClass: HLSInterstitial.rangeClass, start: $0, startDate: 1_700_000_000 + $0,
                attributes: ["X-ASSET-URI": "one.mp4", "X-RESUME-OFFSET": "0"])
        })

    /// The places of breaks, on demand and behind the start of DVR streams.
    private static let places = ["start", "00:00:02", "00:00:05", "00:02:18", "00:02:23", "00:02:30", "end"]

    // MARK: Steps

    /// Performs one random step.
    mutating func step() {
        now += Double(random.below(200)) / 1000
        switch random.below(14) {
        case 0, 1: command()
        case 2..<5: content.step()
        case 5..<9: deliver()
        case 9, 10:
            answer()
            decide(random.below(5))
        default: advanceAd()
        }
        check()
    }

    /// Gives no further command except to play, and lets all work finish.
    /// - Returns: Whether the list has been played to its end.
    mutating func finish() -> Bool {
        commandsInCallbacks = false
        if core.machine.items.isEmpty || core.machine.state == .error || random.oneIn(3) {
            feed(.playback(.load(items: list.map(\.itemDescription), index: 0)))
        }
        play()
        for round in 0..<6000 where !isOver {
            now += 0.1
            if round % 200 == 199 { content.endLive() }
            content.step()
            deliver()
            answer()
            decide(2)
            advanceAd()
            check()
        }
        note(openSeeks.isEmpty, "a seek has no answer")
        return isOver
    }

    private var isOver: Bool { core.machine.state == .ended && core.machine.currentIndex == 1 && !core.machine.isDeciding }

    /// Releases the playback, which answers each seek.
    mutating func release() {
        feed(.playback(.release))
        note(openSeeks.isEmpty, "a seek has no answer after the release")
    }

    private mutating func command() {
        switch random.below(22) {
        case 0..<4: play()
        case 4, 5: feed(.playback(.pause(.interaction)))
        case 6..<10: seek()
        case 10, 11: seekToLive()
        case 12: feed(.playback(.load(items: list.map(\.itemDescription), index: random.below(2))))
        case 13: random.oneIn(2) ? feed(.playback(.next)) : previous()
        case 14: feed(.playback(random.oneIn(2) ? .stop : .release))
        case 15: feed(.playback(.setVolume(Double(random.below(3)) / 2)))
        case 16: feed(.playback(.view(.fullscreen(random.oneIn(2)))))
        case 17, 18: feed(.ad(.skip))
        case 19: feed(.ad([.click(x: 1, y: 1), .skipBreak, .cancelBreaks(resumptionOffset: nil)][random.below(3)]))
        case 20: feed(.ad(random.oneIn(2) ? .companionShown(0) : .overlay(ad: random.below(9), .shown)))
        default: feed(.interactiveFrameworks(random.oneIn(2) ? ["SIMID"] : []))
        }
    }

    private mutating func deliver() {
        content.now = now
        guard let (playback, report) = content.deliver() else { return }
        feed(.playback(.engine(playback: playback, report)))
    }

    private mutating func answer() {
        guard !requests.isEmpty else { return }
        let request = requests.remove(at: random.below(requests.count))
        let document =
            switch (request.isSchedule, random.below(4)) {
            case (true, 0): AdTexts.vmap([])
            case (true, _): Self.schedule
            case (false, 0): AdTexts.vast()
            case (false, _): AdTexts.vast(AdTexts.ad("x", skip: "00:00:00", extra: AdTexts.companion), AdTexts.overlay("over"))
            }
        let bytes = Array(document.utf8)
        switch random.below(7) {
        case 0: feed(.ad(.failure(id: request.id, reason: "status 404")))
        case 1: feed(.ad(.timeout(id: request.id)))
        case 2: feed(.ad(.response(id: request.id, bytes: Array(bytes.prefix(random.below(bytes.count))), url: AdScene.tag)))
        default: feed(.ad(.response(id: request.id, bytes: bytes, url: AdScene.tag)))
        }
    }

    private static let schedule = AdTexts.vmap(places.map { (offset: $0, tag: AdScene.tag) })

    /// Makes the pending decision, also one that a command has overtaken, or lets its time limit expire.
    private mutating func decide(_ kind: Int) {
        guard let number = decision else { return }
        decision = nil
        let item = ScriptedRig.item("c").itemDescription
        switch kind {
        case 0: feed(.playback(.decide(number: number, .refuse)))
        case 1: feed(.playback(.decide(number: number, .replace(item))))
        case 2, 3: feed(.playback(.decide(number: number, .play)))
        default:
            now += 1
            feed(.playback(.timer(.decision)))
        }
    }

    private mutating func advanceAd() {
        guard let (number, before) = stage.first, contentStands else { return }
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

    // MARK: Commands that move the content

    private var timeline: Timeline { core.machine.timeline.standing(until: now) }

    private mutating func play() {
        if core.machine.state == .ended, core.ads.place == .free { goal = at(timeline.seekableRange.start) }
        feed(.playback(.play(.interaction)))
    }

    private mutating func seek() {
        lastSeek += 1
        let target = timeline.kind == .dvr ? -Double(random.below(100)) : Double(random.below(20)) / 2
        let range = timeline.seekableRange
        let place = timeline.playbackTime(at: min(max(target, range.start), range.end))
        // The live position moves on until the seek is performed.
        expect(timeline.kind == .dvr && target >= 0 ? place - Self.tolerance ... .infinity : at(place))
        openSeeks.insert(lastSeek)
        feed(.playback(.seek(id: lastSeek, target: target, precision: .exact)))
    }

    private mutating func seekToLive() {
        lastSeek += 1
        if timeline.kind == .dvr { expect(timeline.playbackTime(at: 0) - Self.tolerance ... .infinity) }
        openSeeks.insert(lastSeek)
        feed(.playback(.seekToLiveEdge(id: lastSeek)))
    }

    private mutating func previous() {
        // In a break the command does nothing at the first item.
        if core.machine.currentIndex == 0, core.ads.place != .inBreak { expect(at(timeline.seekableRange.start)) }
        feed(.playback(.previous))
    }

    /// Sets the place at which the content continues. A live stream without DVR continues at its edge, and before an item is open its
    /// timeline is not known.
    private mutating func expect(_ place: ClosedRange<Double>?) {
        goal = core.machine.isOpen && core.machine.timeline.kind != .live ? place : nil
    }

    private func at(_ place: Double) -> ClosedRange<Double> { place - Self.tolerance...place + Self.tolerance }

    /// The distance of two reports, and of two frames.
    private static let tolerance = 0.36

    // MARK: Inputs and outputs

    private mutating func feed(_ input: SessionInput) {
        if recent.count > 60 { recent.removeFirst(30) }
        recent.append("< \(input)".prefix(160).description)
        content.now = now
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

    private mutating func perform(_ step: OutputQueue<SessionTask>.Step) {
        switch step {
        case .event(let event, _):
            recent.append("> \(event.context.sequence) \(event.name.rawValue) \(event.context.state) @\(event.context.position)")
            events.check(event)
        case .output(.engine(.open(let number, let index))): open(number, index)
        case .output(.engine(let command)):
            recent.append("  \(command)")
            content.enqueue(command)
        case .output(.checkpoint(let checkpoint)): feed(.playback(.proceed(checkpoint)))
        case .output(.decide(let number, let index, _)):
            note(list.indices.contains(index), "a decision about item \(index)")
            decision = number
        case .output(.seekDone(let id, _)), .note(.seekEnded(let id)):
            if id > 0 { note(openSeeks.remove(id) != nil, "seek \(id) is answered twice") }
        case .note(.ad(let output)): perform(output)
        case .note(.fence(let place)): content.fence = place
        case .note(.contentStands(let stands)):
            contentStands = stands
            note(!stands || !content.isPlaying, "the content plays while an ad may start")
        case .note(.endAds): (stage, requests, contentStands) = ([:], [], false)
        default: break
        }
    }

    private mutating func open(_ number: Int, _ index: Int) {
        let description = list[index].itemDescription
        feed(
            .itemOpens(
                AdItem(number: index + 1, advertising: advertising, description: description, playbackName: "p", seed: 1)))
        content.open(number, kinds[index])
        events.isSeeking = core.machine.seekTarget != nil
        goal = kinds[index] == .onDemand && core.machine.seekTarget == nil ? at(0) : nil
    }

    private mutating func perform(_ output: AdOutput) {
        switch output {
        case .load(let request): requests.append((request.id, request.url.hasSuffix("vmap")))
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

    private mutating func check() {
        for (input, time) in record.inputs { checker.check(input, replayed.handle(input, at: time), replayed) }
        record.inputs = []
        for problem in checker.breaches + events.problems { note(false, problem) }
        let place = core.ads.place
        note(core.machine.state == replayed.state, "a replay is in another state")
        note(!core.machine.isHeld || !core.machine.isOpen || place != .free, "the machine is held and nothing continues it")
        note(place == .free || core.machine.isHeld || core.machine.isAtEnd, "the content is not held in \(place)")
        note(place == .inBreak || stage.isEmpty, "an ad plays beside the content")
        note(core.ads.content.keptSeek == nil || place == .inBreak, "a seek is kept without a break")
        note(core.machine.seekTarget != nil || core.ads.content.keptSeek != nil || openSeeks.isEmpty, "a seek has no answer")
        // A break drops the seek that another one has replaced, which follows.
        let isSeeking = core.machine.seekTarget != nil || core.ads.content.keptSeek != nil
        note(isSeeking || !core.machine.isOpen || !events.isSeeking, "onSeek without onSeeked")
        note(core.queue.isEmpty, "outputs are left")
        checkPlace()
    }

    /// Checks that the content plays where it played before, or where the last command left it.
    private mutating func checkPlace() {
        guard content.isPlaying, core.machine.seekTarget == nil, core.ads.place == .free else { return }
        // A place that has left the window is not available.
        let isInWindow = content.kind == .onDemand || (goal?.upperBound ?? 0) > now + 1
        let position = content.position
        if let goal, isInWindow {
            // The content has moved on while its last report was not delivered.
            let isThere = content.continuedFrom.map(goal.contains) ?? (goal.lowerBound...goal.upperBound + 5).contains(position)
            note(isThere, "the content is at \(position) instead of \(goal)")
        }
        content.continuedFrom = nil
        goal = content.kind == .live ? nil : at(position)
    }

    private mutating func note(_ isRight: Bool, _ problem: @autoclosure () -> String) {
        if !isRight, problems.isEmpty { problems.append(problem() + "\n" + recent.suffix(40).joined(separator: "\n")) }
    }
}
