import Playhead
import Testing

@testable import PlayheadNowPlaying

@Suite("Control rules")
struct ControlRulesTests {
    /// Returns the facts of a playing item in a playlist.
    static func facts(_ index: Int, of count: Int) -> NowPlayingFacts {
        var facts = NowPlayingFacts()
        facts.item = .init(number: index + 1, index: index, count: count)
        facts.state = .playing
        facts.playerState = .playing
        facts.intendsToPlay = true
        facts.duration = 60
        return facts
    }

    @Test("Controls need background audio, and options that are empty or contain defaultToSpeaker or allowBluetooth")
    func shown() {
        let cases: [(Bool, AudioSession.CategoryOptions, Bool)] = [
            (true, [], true), (true, .defaultToSpeaker, true), (true, .allowBluetooth, true),
            (true, [.mixWithOthers, .allowBluetooth], true),
            (true, .mixWithOthers, false), (true, [.mixWithOthers, .duckOthers], false), (false, [], false),
            (false, .allowBluetooth, false),
        ]
        for (background, options, isShown) in cases {
            var facts = Self.facts(0, of: 1)
            facts.session = NowPlayingSession(playsInBackground: background, options: options)
            #expect(facts.isShown == isShown, "\(background) \(options)")
            facts.isWanted = false
            #expect(!facts.isShown)
        }
    }

    @Test("Play and pause are always enabled", arguments: PlaybackState.allCases)
    func playAndPause(_ state: PlaybackState) {
        for isAdvertisement in [false, true] {
            var facts = Self.facts(0, of: 1)
            facts.state = state
            facts.isAdvertisement = isAdvertisement
            #expect(facts.canPlay && facts.canPause)
        }
    }

    @Test("Previous is disabled on the first item, next is enabled on the last; both are disabled for single items and ads")
    func skipping() {
        #expect(!Self.facts(0, of: 1).canGoPrevious && !Self.facts(0, of: 1).canGoNext)
        #expect(!Self.facts(0, of: 3).canGoPrevious && Self.facts(0, of: 3).canGoNext)
        #expect(Self.facts(1, of: 3).canGoPrevious && Self.facts(1, of: 3).canGoNext)
        #expect(Self.facts(2, of: 3).canGoPrevious && Self.facts(2, of: 3).canGoNext)
        var ad = Self.facts(1, of: 3)
        ad.isAdvertisement = true
        #expect(!ad.canGoPrevious && !ad.canGoNext && !ad.canSeek)
    }

    @Test("Only the active player has enabled controls")
    func inactive() {
        var facts = Self.facts(1, of: 3)
        facts.isActive = false
        #expect(![facts.canPlay, facts.canPause, facts.canGoNext, facts.canGoPrevious, facts.canSeek].contains(true))
        #expect(facts.actions(for: .playPause, position: 0, seekable: TimeRange(start: 0, end: 60)).isEmpty)
        #expect(facts.actions(for: .setVolume(0.5), position: 0, seekable: TimeRange(start: 0, end: 60)).isEmpty)
    }

    @Test("On demand is seekable once its length is known, DVR by steps, live not")
    func seeking() {
        var facts = Self.facts(0, of: 1)
        #expect(facts.canSeek && facts.length == 60)
        facts.duration = 0
        #expect(!facts.canSeek && facts.length == nil)
        facts.kind = .live
        facts.duration = .infinity
        #expect(!facts.canSeek && facts.length == nil)
        facts.kind = .dvr
        facts.duration = -600
        #expect(facts.canSeek && facts.length == nil)
    }

    @Test("States have the names of the documented table")
    func states() {
        let table: [PlaybackState: MPRISPlayback] = [
            .idle: .stopped, .stopping: .stopped, .opening: .stopped, .ready: .paused, .play: .playing, .buffering: .playing,
            .playing: .playing, .pausing: .paused, .paused: .paused, .ended: .stopped, .error: .stopped,
        ]
        for (state, expected) in table { #expect(MPRISPlayback(state, .idle) == expected, "\(state)") }
        #expect(MPRISPlayback(.seeking, .playing) == .playing && MPRISPlayback(.seeking, .buffering) == .playing)
        #expect(MPRISPlayback(.seeking, .paused) == .paused && MPRISPlayback(.seeking, .complete) == .stopped)
    }
}
