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

    nonisolated static let seeds = Array(0..<UInt64(TestScale.rounds(800)))

    @Test("Random commands, also in callbacks: events stay in order, each seek is answered once, and the content continues")
    func exploration() {
        let every = Self.advertising(.preRoll, .midRoll(.seconds(2)), .midRoll(.seconds(5)), .postRoll)
        for seed in Self.seeds {
            var explorer = SessionExplorer(seed: seed, advertising: seed.isMultiple(of: 5) ? AdConfiguration() : every)
            for _ in 0..<300 { explorer.step() }
            explorer.commandsInCallbacks = false
            let isFinished = explorer.finish()
            let openSeeks = explorer.release()
            let last = explorer.recent.suffix(20).joined(separator: "\n")
            #expect(isFinished, "seed \(seed): the list is not played to its end in \(explorer.core.machine.state)\n\(last)")
            #expect(openSeeks.isEmpty, "seed \(seed): a seek has no answer")
            #expect(explorer.problems.isEmpty, "seed \(seed): \(explorer.problems.first ?? "")")
            if !explorer.problems.isEmpty { return }
        }
    }

    private static func core(_ advertising: AdConfiguration) -> SessionCore {
        var core = SessionCore(options: PlaybackOptions(), ads: ContentAds(PlayerConfiguration()), at: 0)
        let item = ScriptedRig.item()
        core.loadedItems = [item.sessionItem]
        for input: SessionInput in [
            .playback(.load(items: [item.itemDescription], index: 0)),
            .itemOpens(
                AdItem(number: 1, advertising: advertising, description: item.itemDescription, playbackName: "name", seed: 1)),
            .playback(.engine(playback: 1, .opened(.scripted(duration: 8)))), .playback(.play(.external)),
            .playback(.proceed(.beforePlay(playback: 1))),
        ] {
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
}
