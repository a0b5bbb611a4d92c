import PlayheadAds
import TestSupport
import Testing

@testable import Playhead

/// The core of a session: the machine and the ads in front of it, without engines and servers.
@MainActor
@Suite("The core of a session", .timeLimit(.minutes(5)))
struct SessionCoreTests {
    private static func advertising(_ offsets: AdBreakOffset...) -> AdConfiguration {
        var advertising = AdConfiguration()
        advertising.schedule = offsets.enumerated().map { AdBreak(id: "\($0.offset)", offset: $0.element, source: .tags([AdScene.tag])) }
        return advertising
    }

    @Test("Random commands, also in callbacks, with any ads: all is answered, and the content continues where it was left")
    func exploration() async {
        for seed in TestScale.seeds(800) {
            var explorer = SessionExplorer(seed: seed)
            for _ in 0..<300 { explorer.step() }
            let isFinished = explorer.finish()
            let last = explorer.recent.suffix(20).joined(separator: "\n")
            #expect(isFinished, "seed \(seed): the list is not played to its end in \(explorer.core.machine.state)\n\(last)")
            explorer.release()
            #expect(explorer.problems.isEmpty, "seed \(seed): \(explorer.problems.first ?? "")")
            if !isFinished || !explorer.problems.isEmpty { return }
            // Other tests need the main actor too.
            await Task.yield()
        }
    }

    /// Returns a core whose content has reached its start, which is at `place` (seconds).
    private static func core(
        _ advertising: AdConfiguration?, _ media: MediaDescription = .scripted(duration: 8), startingAt place: Double = 0,
        options: PlaybackOptions = PlaybackOptions(), items count: Int = 1
    ) -> SessionCore {
        var core = SessionCore(options: options, ads: ContentAds(PlayerConfiguration()), at: 0)
        let item = ScriptedRig.item()
        core.loadedItems = Array(repeating: item.sessionItem, count: count)
        for input: SessionInput in [
            .playback(.load(items: Array(repeating: item.itemDescription, count: count), index: 0)),
            .itemOpens(
                AdItem(number: 1, advertising: advertising, description: item.itemDescription, playbackName: "name", seed: 1)),
            .playback(.engine(playback: 1, .opened(media))), .playback(.seek(id: 0, target: place, precision: .exact)),
            .playback(.engine(playback: 1, .seeked(id: 0, position: place))), .playback(.play(.external)),
            .playback(.proceed(.beforePlay(playback: 1))),
        ] where place > 0 || !input.isSeek {
            core.handle(input, at: InputTime(monotonic: 0, wall: 0), playback: 1)
        }
        return core
    }

    /// Returns the pending outputs, with a word for each.
    private static func outputs(of core: inout SessionCore) -> [String] {
        var words: [String] = []
        while let step = core.next() {
            switch step {
            case .event(let event, _): words.append(event.name.rawValue)
            case .output(.engine(let command)): words.append("engine \(command)".prefix { $0 != "(" }.description)
            case .note(.ad(let output)): words.append("ad \(output)".prefix { $0 != "(" }.description)
            case .note(let task): words.append("\(task)".prefix { $0 != "(" }.description)
            case .output: break
            }
        }
        return words
    }

    @Test("The outputs of the machine and of ads are in one queue, in the order of their causes")
    func oneQueue() throws {
        var core = Self.core(Self.advertising(.preRoll))
        let words = Self.outputs(of: &core)
        let beforePlay = try #require(words.firstIndex(of: "onBeforePlay"))
        #expect(
            Array(words[beforePlay...].dropFirst()) == ["onAdBreakStart", "ad load", "onAdRequest", "contentStands"]
                || Array(words[beforePlay...].dropFirst()) == ["ad load", "onAdBreakStart", "onAdRequest", "contentStands"], "\(words)")
        core.handle(.playback(.stop), at: InputTime(monotonic: 1, wall: 0), playback: 1)
        let ending = Self.outputs(of: &core)
        #expect(ending == ["endAds", "onStateChange", "engine close"])
    }

    @Test("A seek in a break is stored, a later one replaces it, and a release answers it")
    func keptSeek() {
        var core = Self.core(Self.advertising(.preRoll))
        _ = Self.outputs(of: &core)
        for id in 1...2 {
            core.handle(
                .playback(.seek(id: id, target: 4, precision: .exact)), at: InputTime(monotonic: 1, wall: 0), playback: 1)
        }
        let replaced = Self.outputs(of: &core)
        #expect(core.ads.content.keptSeek?.id == 2 && replaced == ["seekEnded"])
        core.handle(.playback(.release), at: InputTime(monotonic: 2, wall: 0), playback: 1)
        let released = Self.outputs(of: &core)
        #expect(released.contains("seekEnded") && core.ads.content.keptSeek == nil)
    }

    @Test("A release keeps outputs that end ads and withdraws outputs that would start them")
    func release() {
        var core = Self.core(Self.advertising(.preRoll))
        core.handle(.playback(.release), at: InputTime(monotonic: 0, wall: 0), playback: 1)
        let words = Self.outputs(of: &core)
        #expect(!words.contains("ad load") && !words.contains("onAdBreakStart"))
        #expect(words.contains("endAds") && words.contains("endCalls") && words.contains("forget"))
    }

    @Test("An item that a callback leaves before its engine opens begins no ads")
    func leftBeforeOpening() {
        var core = SessionCore(options: PlaybackOptions(), ads: ContentAds(PlayerConfiguration()), at: 0)
        let item = ScriptedRig.item()
        core.loadedItems = [item.sessionItem]
        let advertising = Self.advertising(.preRoll)
        for input: SessionInput in [
            .playback(.load(items: [item.itemDescription], index: 0)), .playback(.selectItem(0)),
            .itemOpens(AdItem(number: 1, advertising: advertising, description: item.itemDescription, playbackName: "name", seed: 1)),
        ] {
            core.handle(input, at: InputTime(monotonic: 0, wall: 0), playback: 1)
        }
        #expect(core.machine.state == .stopping)
        #expect(!Self.outputs(of: &core).contains("onAdSchedule"))
    }

    // MARK: The content continues where the last command left it

    /// Handles inputs of the machine at a time, and returns the commands that move the content's engine; checkpoints continue at once.
    private static func commands(of core: inout SessionCore, _ inputs: SessionInput..., at time: Double = 1) -> [EngineCommand] {
        var commands: [EngineCommand] = []
        for input in inputs {
            core.handle(input, at: InputTime(monotonic: time, wall: 0), playback: 1)
            while let step = core.next() {
                switch step {
                case .output(.engine(.setFence)): break
                case .output(.engine(let command)): commands.append(command)
                case .output(.checkpoint(let checkpoint)):
                    core.handle(.playback(.proceed(checkpoint)), at: InputTime(monotonic: time, wall: 0), playback: 1)
                default: break
                }
            }
        }
        return commands
    }

    /// The answer to the first request of a session.
    private static let failure = SessionInput.ad(.failure(id: 1, reason: "status 404"))

    @Test("In DVR a seek in a break is relative to the live end at the time of the command")
    func seekInBreakOfDVR() {
        var core = Self.core(Self.advertising(.preRoll), .scriptedLive(window: 200))
        _ = Self.commands(of: &core, .playback(.seek(id: 1, target: -30, precision: .exact)), at: 61)
        // Live playback starts ten seconds behind the edge of 200 s, which has advanced by 61 s.
        let commands = Self.commands(of: &core, Self.failure, at: 71)
        #expect(commands == [.seek(id: 1, target: 221, precision: .exact)])
    }

    @Test("The live position replaces an earlier seek in a break of DVR")
    func liveInBreakOfDVR() {
        var core = Self.core(Self.advertising(.preRoll), .scriptedLive(window: 200))
        _ = Self.outputs(of: &core)
        let commands = Self.commands(
            of: &core, .playback(.seek(id: 1, target: -100, precision: .exact)), .playback(.seekToLiveEdge(id: 2)), Self.failure)
        #expect(commands == [.seek(id: 2, target: .infinity, precision: .exact)])
    }

    @Test("On demand a break changes nothing about the missing live position: the content starts where it was")
    func liveInBreakOnDemand() {
        var core = Self.core(Self.advertising(.preRoll))
        _ = Self.outputs(of: &core)
        let commands = Self.commands(of: &core, .playback(.seekToLiveEdge(id: 1)), Self.failure)
        #expect(commands == [.start] && core.machine.state == .play)
    }

    @Test("A break that a seek in a pause passed plays when playback continues, unless the seek ended the content", arguments: [5.0, 8])
    func playAfterSeekInPause(target: Double) {
        var advertising = AdConfiguration()
        advertising.schedule = [
            AdBreak(id: "i", offset: .midRoll(.seconds(2)), source: .assets([InterstitialAsset(url: "https://m.example/one.mp4")]))
        ]
        var core = Self.core(advertising)
        _ = Self.commands(
            of: &core, .playback(.engine(playback: 1, .started(position: 0))), .playback(.pause(.external)),
            .playback(.engine(playback: 1, .paused(position: 1))), .playback(.seek(id: 1, target: target, precision: .exact)),
            .playback(.engine(playback: 1, .seeked(id: 1, position: target))), .playback(.play(.external)))
        #expect(core.ads.place == (target < 8 ? .inBreak : .free) && !core.ads.isPaused && core.machine.intendsToPlay)
    }

    private static func interstitial(_ place: AdBreakOffset) -> AdConfiguration {
        var advertising = AdConfiguration()
        advertising.schedule = [
            AdBreak(id: "i", offset: place, source: .assets([InterstitialAsset(url: "https://m.example/one.mp4")]))
        ]
        return advertising
    }

    private static func report(_ report: EngineReport) -> SessionInput { .playback(.engine(playback: 1, report)) }

    private static func seek(_ id: Int, _ target: Double) -> SessionInput { .playback(.seek(id: id, target: target, precision: .exact)) }

    @Test("A seek over a break in a pause passes it, also after a seek back that it may replace", arguments: [true, false])
    func seekBackAndOver(waits: Bool) {
        var core = Self.core(Self.interstitial(.midRoll(.seconds(4))), startingAt: 5)
        _ = Self.commands(
            of: &core, Self.report(.started(position: 5)), .playback(.pause(.external)), Self.report(.paused(position: 5.5)),
            Self.seek(1, 2))
        if waits { _ = Self.commands(of: &core, Self.report(.seeked(id: 1, position: 2))) }
        _ = Self.commands(of: &core, Self.seek(2, 6), Self.report(.seeked(id: 2, position: 6)))
        #expect(core.ads.place == .free)
        _ = Self.commands(of: &core, .playback(.play(.external)))
        #expect(core.ads.place == .inBreak && !core.ads.isPaused)
    }

    @Test(
        "A seek in a pause that is loading when playback continues reaches its target before the break that it passed begins",
        arguments: [4.0, 7])
    func lateSeekInPause(place: Double) throws {
        var core = Self.core(Self.interstitial(.midRoll(.seconds(place))))
        _ = Self.commands(
            of: &core, Self.report(.started(position: 0)), Self.report(.progress(position: 1)), .playback(.pause(.external)),
            Self.report(.paused(position: 1)), Self.seek(1, 6), .playback(.play(.external)))
        #expect(core.ads.place == .free && core.machine.state == .seeking)
        core.handle(Self.report(.seeked(id: 1, position: 6)), at: InputTime(monotonic: 1, wall: 0), playback: 1)
        let words = Self.outputs(of: &core)
        let seeked = try #require(words.firstIndex(of: "onSeeked"), "\(words)")
        guard place < 6 else { return #expect(core.ads.place == .free && words.contains("engine start"), "\(words)") }
        let start = try #require(words.firstIndex(of: "onAdBreakStart"), "\(words)")
        #expect(seeked < start && !words.contains("engine start"), "\(words)")
        #expect(core.ads.place == .inBreak && !core.ads.isPaused && core.machine.position == 6)
    }

    @Test("A break that a live stream passes during a pause begins before content is shown", arguments: [false, true])
    func breakInLivePause(isFirst: Bool) {
        var core = isFirst ? Self.core(nil, .scriptedLive(window: 60)) : Self.core(AdConfiguration(), .scriptedLive(window: 60))
        let ranges = PlaylistDateRanges(
            url: "https://m.example/main.m3u8",
            ranges: [
                PlaylistDateRanges.Range(
                    id: "i", rangeClass: HLSInterstitial.rangeClass, start: 60, startDate: 1_700_000_060,
                    attributes: ["X-ASSET-URI": "one.mp4", "X-RESUME-OFFSET": "0"])
            ])
        func list() {
            core.playlist = PlaylistFacts(dateRanges: { ranges })
            core.ads.content.hasNewRanges = true
        }
        if !isFirst { list() }
        // Live playback starts ten seconds behind the edge.
        _ = Self.commands(
            of: &core, Self.report(.started(position: 50)), Self.report(.progress(position: 51)), .playback(.pause(.external)),
            Self.report(.paused(position: 51)))
        #expect((core.ads.controller != nil) != isFirst && core.machine.state == .paused)
        if isFirst { list() }
        let commands = Self.commands(of: &core, .playback(.play(.external)), at: 41)
        #expect(core.ads.place == .inBreak && !core.ads.isPaused && core.machine.state == .play && !commands.contains(.start))
    }

    @Test("A post-roll that a seek in a pause reaches is paused until playback is intended")
    func pausedPostRoll() {
        var core = Self.core(Self.interstitial(.postRoll))
        _ = Self.commands(
            of: &core, Self.report(.started(position: 0)), .playback(.pause(.external)), Self.report(.paused(position: 1)),
            Self.seek(1, 8), Self.report(.seeked(id: 1, position: 8)))
        #expect(core.ads.place == .inBreak && core.ads.isPaused)
        _ = Self.commands(of: &core, .playback(.play(.external)))
        #expect(core.ads.place == .inBreak && !core.ads.isPaused && core.machine.intendsToPlay)
        _ = Self.commands(of: &core, .ad(.skipBreak))
        #expect(core.machine.state == .ended)
    }

    @Test("A break that a seek to the end passed does not begin when the content is played again from behind it")
    func seekBackFromEnd() {
        var core = Self.core(Self.interstitial(.midRoll(.seconds(4))))
        _ = Self.commands(
            of: &core, Self.report(.started(position: 0)), Self.report(.progress(position: 1)), .playback(.pause(.external)),
            Self.report(.paused(position: 1)), Self.seek(1, 8), Self.report(.seeked(id: 1, position: 8)))
        #expect(core.machine.state == .ended)
        _ = Self.commands(of: &core, Self.seek(2, 6))
        #expect(core.ads.place == .free)
        _ = Self.commands(
            of: &core, Self.report(.seeked(id: 2, position: 6)), .playback(.play(.external)), Self.report(.started(position: 6)))
        #expect(core.ads.place == .free && core.machine.state == .playing)
    }

    @Test("A pause while a post-roll loads that fails ends the intent to play")
    func pauseInFailingPostRoll() {
        var core = Self.core(Self.advertising(.postRoll))
        _ = Self.commands(
            of: &core, Self.report(.started(position: 0)), Self.seek(1, 8), Self.report(.seeked(id: 1, position: 8)),
            .playback(.pause(.external)))
        #expect(core.ads.place == .inBreak && core.machine.isAtEnd)
        _ = Self.commands(of: &core, Self.failure)
        #expect(core.machine.state == .ended && !core.machine.intendsToPlay)
    }

    @Test("A pause in a break applies to the item that replaces content which fails")
    func pauseBeforeFailure() {
        var options = PlaybackOptions()
        options.skipsFailedItems = true
        var core = Self.core(Self.advertising(.preRoll), options: options, items: 2)
        _ = Self.commands(of: &core, .playback(.pause(.external)), Self.report(.failed(PlaybackError(.decoding))))
        #expect(core.machine.state == .stopping && core.machine.upcomingIndex == 1 && !core.machine.intendsToPlay)
    }

    @Test("A seek in progress is dropped by one that begins a break, during which the position stays")
    func droppedSeek() {
        var core = Self.core(Self.interstitial(.midRoll(.seconds(4))))
        _ = Self.commands(of: &core, Self.report(.started(position: 0)), Self.report(.progress(position: 1)), Self.seek(1, 2))
        #expect(core.machine.state == .seeking)
        core.handle(Self.seek(2, 6), at: InputTime(monotonic: 1, wall: 0), playback: 1)
        core.handle(Self.report(.seeked(id: 1, position: 2)), at: InputTime(monotonic: 1, wall: 0), playback: 1)
        let words = Self.outputs(of: &core)
        #expect(core.ads.place == .inBreak && core.machine.state == .play && core.machine.position == 1)
        #expect(words.contains("onAdBreakStart") && !words.contains("onSeeked") && !words.contains("onTime"), "\(words)")
        #expect(Self.commands(of: &core, .ad(.skipBreak)) == [.seek(id: 2, target: 6, precision: .exact)])
        #expect(Self.commands(of: &core, Self.report(.seeked(id: 2, position: 6))) == [.start])
    }

    @Test("The place of the next break is a recorded input of the machine, and a command before the start of the content")
    func fence() throws {
        var core = Self.core(Self.interstitial(.midRoll(.seconds(4))))
        let words = Self.outputs(of: &core)
        let command = try #require(words.firstIndex(of: "engine setFence"), "\(words)")
        #expect(words[command...].contains("engine start"), "\(words)")
        var recorded: [MachineInput] = []
        core.record = { input, _, _ in recorded.append(input) }
        _ = Self.commands(of: &core, Self.report(.started(position: 0)), Self.report(.progress(position: 4)), .ad(.skipBreak))
        let fences = recorded.filter { if case .ads(.fence) = $0 { true } else { false } }
        #expect(core.ads.place == .free && fences == [.ads(.fence(nil))])
    }

    @Test("Content that ends by a seek while its schedule loads waits for it, and plays again afterwards")
    func replayAfterLateSchedule() {
        var core = Self.waitingAtEnd()
        #expect(core.machine.isAtEnd && core.ads.place == .waitingForSchedule)
        _ = Self.commands(of: &core, Self.failure)
        #expect(core.machine.state == .ended)
        let again = Self.commands(of: &core, .playback(.play(.external)))
        guard case .seek(let id, 0, _)? = again.last else { return #expect(Bool(false), "\(again)") }
        #expect(Self.commands(of: &core, .playback(.engine(playback: 1, .seeked(id: id, position: 0)))) == [.start])
    }

    @Test("Content that ends by a seek while its schedule loads plays the post-roll")
    func postRollAfterLateSchedule() {
        var core = Self.waitingAtEnd()
        let schedule = Array(AdTexts.vmap([(offset: "end", tag: AdScene.tag)]).utf8)
        _ = Self.commands(of: &core, .ad(.response(id: 1, bytes: schedule, url: AdScene.tag)))
        #expect(core.machine.isAtEnd && core.ads.place == .inBreak)
        _ = Self.commands(of: &core, .ad(.skipBreak))
        #expect(core.machine.state == .ended)
    }

    @Test("A seek back from an end that waits for the schedule holds the content until it is known, and the next end is complete")
    func seekFromWaitingEnd() {
        var core = Self.waitingAtEnd()
        _ = Self.commands(of: &core, Self.seek(2, 3), Self.report(.seeked(id: 2, position: 3)))
        #expect(core.ads.place == .waitingForSchedule && core.machine.state == .play)
        #expect(Self.commands(of: &core, Self.failure) == [.start])
        _ = Self.commands(of: &core, Self.report(.started(position: 3)), Self.report(.ended(duration: 8)))
        #expect(core.machine.state == .ended)
    }

    /// Returns a core whose content a seek has ended while its schedule loads.
    private static func waitingAtEnd() -> SessionCore {
        var advertising = AdConfiguration()
        advertising.vmapURL = "https://ads.example/vmap"
        var core = core(advertising)
        _ = commands(of: &core, seek(1, 8), report(.seeked(id: 1, position: 8)))
        return core
    }
}

extension SessionInput {
    /// Whether the input is a seek, or the report of its end.
    fileprivate var isSeek: Bool {
        switch self {
        case .playback(.seek), .playback(.engine(_, .seeked)): true
        default: false
        }
    }
}
