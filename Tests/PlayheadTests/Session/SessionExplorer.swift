import Foundation
import PlayheadAds
import TestSupport
import TraceChecking

@testable import Playhead

/// A session core whose outputs are performed by simulated engines and servers, with commands at random times, also between two outputs,
/// as in callbacks: the machine, the list, the ad controller and the content together.
@MainActor
struct SessionExplorer {
    /// The inputs of the machine.
    final class Record {
        var inputs: [(input: MachineInput, time: Double)] = []
    }

    var core: SessionCore
    var problems: [String] = []
    /// The last inputs and events, for the message about a problem.
    private(set) var recent: [String] = []
    /// The seeks without an answer.
    var openSeeks: Set<Int> = []
    /// The seeks to the live position of content that has none.
    var idleSeeks: Set<Int> = []
    /// Whether no command and no failure comes any more, and all work finishes.
    private var isFinishing = false
    var random: SeededGenerator
    private(set) var now = 0.0
    var lastSeek = 0
    /// The decision that the app has to make, and the list that it is about.
    private var decision: (number: Int, index: Int, list: [SessionItem])?
    /// The running watchdog, and the time at which it expires, in seconds.
    private var watchdog: (timer: MachineTimer, deadline: Double)?
    private var isPerforming = false
    private let advertising: AdConfiguration
    // The list
    /// The state that the app can read, which follows the events.
    private(set) var facts = SessionFacts()
    /// The number of the last created item, which determines the kind of its stream.
    var lastItem: Int
    // The content
    var content = ExploredContent()
    /// The item that the content's engine plays.
    private(set) var played: SessionItem?
    /// The places at which the content may continue, in seconds on its timeline; `nil` if that is not known.
    var goal: ClosedRange<Double>?
    // Ads
    private var requests: [(id: Int, isSchedule: Bool)] = []
    private(set) var stage: [Int: Double] = [:]
    private var contentStands = false
    // The checks
    var events = ExploredEvents()
    let record = Record()
    var replayed: PlaybackMachine
    var checker = TraceChecker()

    /// Creates an explorer in which `seed` determines the streams, the ads and all steps.
    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        lastItem = Int(seed % 3)
        let breaks = Breaks.allCases[Int(seed / 3 % 4)]
        advertising = Self.advertising(breaks)
        let ranges = breaks == .playlist ? Self.interstitials : nil
        var options = PlaybackOptions()
        options.skipsFailedItems = seed / 12 % 2 == 1
        replayed = PlaybackMachine(options: options, at: 0)
        core = SessionCore(
            options: options, ads: ContentAds(PlayerConfiguration()), playlist: PlaylistFacts(dateRanges: { ranges }), at: 0)
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
    static let places = ["start", "00:00:02", "00:00:05", "00:02:18", "00:02:23", "00:02:30", "end"]

    // MARK: Steps

    /// Performs one random step.
    mutating func step() {
        now += Double(random.below(200)) / 1000
        switch random.below(14) {
        case 0, 1: command()
        case 2..<5: content.step()
        case 5..<9: deliver()
        case 9:
            answer()
            decide(random.below(5))
        case 10: disturb()
        default: advanceAd()
        }
        check()
    }

    /// Gives no further command except to play, and lets all work finish.
    /// - Returns: Whether the list has been played to its end.
    mutating func finish() -> Bool {
        isFinishing = true
        for input: MachineInput in [.setRepeatMode(.off), .setRate(1)] { feed(.playback(input)) }
        if core.machine.items.isEmpty || core.machine.state != .error && random.oneIn(3) { load() }
        play()
        for round in 1...12000 {
            guard !isOver else { break }
            now += 0.1
            if round.isMultiple(of: 100) { content.endLive() }
            // An item that has failed is opened again.
            if core.machine.state == .error {
                feed(.playback(.selectItem(core.machine.currentIndex ?? 0)))
                play()
            }
            expire()
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

    private var isOver: Bool {
        core.machine.state == .ended && core.machine.currentIndex == core.machine.items.count - 1 && !core.machine.isDeciding
    }

    /// Releases the playback, which answers each seek.
    mutating func release() {
        core.loadedItems = []
        let before = openSeeks
        feed(.playback(.release))
        note(isPerforming || openSeeks.isDisjoint(with: before), "a seek has no answer after the release")
    }

    private mutating func deliver() {
        content.now = now
        guard let (playback, report) = content.deliver() else { return }
        feed(.playback(.engine(playback: playback, report)))
    }

    /// Runs out of data, fails, or lets a watchdog expire.
    private mutating func disturb() {
        switch random.below(20) {
        case 0: content.fail()
        case 1:
            now = max(now, watchdog?.deadline ?? now)
            expire()
        default: content.stall()
        }
    }

    private mutating func expire() {
        guard let timer = watchdog?.timer, let deadline = watchdog?.deadline, deadline <= now else { return }
        watchdog = nil
        feed(.playback(.timer(timer)))
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
        guard let (number, index, list) = decision else { return }
        decision = nil
        switch kind {
        case 0: feed(.playback(.decide(number: number, .refuse)))
        case 1:
            let item = makeItem()
            if core.machine.decisionNumber == number {
                core.loadedItems = list
                core.loadedItems[index] = item
            }
            feed(.playback(.decide(number: number, .replace(item.description))))
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

    // MARK: Inputs and outputs

    mutating func feed(_ input: SessionInput) {
        if recent.count > 60 { recent.removeFirst(30) }
        recent.append("< \(input)".prefix(160).description)
        content.now = now
        core.handle(input, at: InputTime(monotonic: now, wall: 0), playback: core.machine.playback)
        guard !isPerforming else { return }
        isPerforming = true
        while let step = core.next() {
            perform(step)
            // A command in a callback.
            if case .event = step, random.oneIn(25), !isFinishing { command() }
        }
        facts.catchUp(with: core.machine)
        isPerforming = false
    }

    private mutating func perform(_ step: OutputQueue<SessionTask>.Step) {
        switch step {
        case .event(let event, let timeline):
            recent.append("> \(event.context.sequence) \(event.name.rawValue) \(event.context.state) @\(event.context.position)")
            facts.update(for: event, at: timeline, error: core.machine.error)
            events.check(event, in: facts)
            // A seek that was requested meanwhile replaces the repetition.
            if event is CompleteEvent, openSeeks.isSubset(of: idleSeeks) {
                goal = core.machine.repeatMode == .off ? nil : at(timeline.seekableRange.start)
            }
        case .output(.engine(.open(let number, let index))): open(number, index)
        case .output(.engine(.setFence(let place))): content.fence = place
        case .output(.engine(let command)):
            recent.append("  \(command)")
            content.enqueue(command)
        case .output(.checkpoint(let checkpoint)): feed(.playback(.proceed(checkpoint)))
        case .output(.decide(let number, let index, let isNewList)):
            // A command may have overtaken the decision.
            guard core.machine.decisionNumber == number else { return }
            let list = isNewList ? core.loadedItems : facts.items
            note(list.indices.contains(index), "a decision about item \(index)")
            decision = (number, index, list)
        case .output(.startTimer(let timer, let seconds)): watchdog = (timer, now + seconds)
        case .output(.cancelTimer): watchdog = nil
        case .output(.seekDone(let id, _)), .note(.seekEnded(let id)):
            if id > 0 { note(openSeeks.remove(id) != nil, "seek \(id) is answered twice") }
        case .note(.adopt(let list, let index)): facts.adopt(list, at: index)
        case .note(.arrange(let list, let index)): facts.arrange(list, at: index)
        case .note(.forget): facts.forget()
        case .note(.ad(let output)): perform(output)
        case .note(.contentStands(let stands)):
            contentStands = stands
            note(!stands || !content.isPlaying, "the content plays while an ad may start")
        case .note(.endAds): (stage, requests, contentStands) = ([:], [], false)
        default: break
        }
    }

    private mutating func open(_ number: Int, _ index: Int) {
        guard facts.items.indices.contains(index) else { return note(false, "item \(index) opens, which is not in the list") }
        let item = facts.items[index]
        feed(
            .itemOpens(
                AdItem(number: index + 1, advertising: advertising, description: item.description, playbackName: "p", seed: 1)))
        played = item
        let kind = Self.kind(of: item)
        content.open(number, kind, fails: !isFinishing && random.oneIn(15))
        events.isSeeking = core.machine.seekTarget != nil
        goal = kind == .onDemand && core.machine.seekTarget == nil ? at(0) : nil
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

    mutating func note(_ isRight: Bool, _ problem: @autoclosure () -> String) {
        if !isRight, problems.isEmpty { problems.append(problem() + "\n" + recent.suffix(40).joined(separator: "\n")) }
    }
}
