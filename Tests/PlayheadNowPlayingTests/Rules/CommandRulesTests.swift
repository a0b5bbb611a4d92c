import Foundation
import Playhead
import Testing

@testable import PlayheadNowPlaying

@Suite("Command rules")
struct CommandRulesTests {
    private func actions(_ command: MPRISCommand, _ facts: NowPlayingFacts, at position: Double = 20, _ range: ClosedRange<Double> = 0...60)
        -> [NowPlayingAction]
    {
        facts.actions(for: command, position: position, seekable: TimeRange(start: range.lowerBound, end: range.upperBound))
    }

    private let list = ControlRulesTests.facts(1, of: 3)
    private let single = ControlRulesTests.facts(0, of: 1)

    @Test("Play, pause and play/pause follow the player's intent, and have no redundant effect")
    func playing() {
        #expect(actions(.play, single) == [] && actions(.pause, single) == [.pause] && actions(.playPause, single) == [.pause])
        var paused = single
        paused.intendsToPlay = false
        #expect(actions(.play, paused) == [.play] && actions(.pause, paused) == [] && actions(.playPause, paused) == [.play])
        var ended = single
        ended.state = .ended
        #expect(actions(.playPause, ended) == [.play] && actions(.stop, ended) == [.stop])
    }

    @Test("In a break the status is the ad's, and a paused ad is resumed")
    func ads() {
        var facts = single
        (facts.state, facts.isAdvertisement, facts.isInAdBreak) = (.play, true, true)
        #expect(facts.playback == .playing && actions(.playPause, facts) == [.pause] && actions(.play, facts) == [])
        facts.intendsToPlay = false
        #expect(facts.playback == .paused && actions(.playPause, facts) == [.play] && actions(.play, facts) == [.play])
        // A post-roll.
        facts.state = .playing
        #expect(facts.playback == .paused && actions(.pause, facts) == [])
    }

    @Test("Repetition, shuffling and full screen are set if they differ; full screen only if the app has it")
    func modes() {
        #expect(actions(.setRepeatMode(.item), single) == [.repeatMode(.item)] && actions(.setRepeatMode(.off), single) == [])
        #expect(actions(.setShuffled(true), list) == [.shuffled(true)] && actions(.setShuffled(false), list) == [])
        var facts = single
        #expect(actions(.setFullscreen(true), facts) == [])
        facts.canSetFullscreen = true
        #expect(actions(.setFullscreen(true), facts) == [.fullscreen(true)] && actions(.setFullscreen(false), facts) == [])
        #expect(RepeatMode.allCases.allSatisfy { RepeatMode(loopStatus: $0.loopStatus) == $0 } && RepeatMode(loopStatus: "none") == nil)
    }

    @Test("Next and previous have no effect if they are disabled")
    func skipping() {
        #expect(actions(.next, single) == [] && actions(.previous, single) == [])
        #expect(actions(.next, list) == [.next] && actions(.previous, list) == [.previous])
        #expect(actions(.next, ControlRulesTests.facts(2, of: 3)) == [.next])
        #expect(actions(.previous, ControlRulesTests.facts(0, of: 3)) == [])
    }

    @Test("A step past the end selects the next item, or the end of a single one; a step before the beginning seeks to the beginning")
    func steps() {
        #expect(actions(.seek(5_000_000), single) == [.seek(25)] && actions(.seek(-5_500_000), single) == [.seek(14.5)])
        #expect(actions(.seek(.min), single) == [.seek(0)])
        #expect(actions(.seek(.max), single) == [.seek(60)] && actions(.seek(.max), list) == [.next])
    }

    @Test("In DVR steps stay in the window; live supports none")
    func dvr() {
        var dvr = single
        dvr.kind = .dvr
        dvr.duration = -600
        #expect(actions(.seek(-30_000_000), dvr, at: -10, -600...0) == [.seek(-40)])
        #expect(actions(.seek(.max), dvr, at: -10, -600...0) == [.seek(0)])
        #expect(actions(.seek(.min), dvr, at: -10, -600...0) == [.seek(-600)])
        #expect(actions(.setPosition(track: dvr.trackID, 0), dvr, at: -10, -600...0) == [])
        var live = single
        live.kind = .live
        live.duration = .infinity
        #expect(actions(.seek(1), live) == [])
    }

    @Test("A position is set only in the current track, and only inside of it")
    func positions() {
        let track = single.trackID
        #expect(actions(.setPosition(track: track, 30_000_000), single) == [.seek(30)])
        #expect(actions(.setPosition(track: track, 60_000_000), single) == [.seek(60)])
        #expect(actions(.setPosition(track: track, 60_000_001), single) == [])
        #expect(actions(.setPosition(track: track, -1), single) == [])
        #expect(actions(.setPosition(track: "/org/playhead/track/99", 0), single) == [])
    }

    @Test("Rate 0 pauses; unsupported rates have no effect")
    func rates() {
        #expect(actions(.setRate(2), single) == [.rate(2)] && actions(.setRate(0), single) == [.pause])
        #expect(actions(.setRate(99), single) == [] && actions(.setRate(-1), single) == [] && actions(.setRate(.nan), single) == [])
    }

    @Test("A volume is limited to 0 to 1, and a volume above 0 unmutes")
    func volumes() {
        #expect(actions(.setVolume(-1), single) == [.volume(0)] && actions(.setVolume(7), single) == [.volume(1)])
        #expect(actions(.setVolume(.nan), single) == [])
        var muted = single
        muted.isMuted = true
        #expect(actions(.setVolume(0.3), muted) == [.unmute, .volume(0.3)] && actions(.setVolume(0), muted) == [.volume(0)])
    }

    @Test("Commands that the application does not support have no effect")
    func application() throws {
        #expect(actions(.raise, single) == [] && actions(.quit, single) == [] && actions(.open("https://a.example/"), single) == [])
        var able = single
        (able.canRaise, able.canQuit, able.canOpen) = (true, true, true)
        let url = try #require(URL(string: "https://a.example/"))
        #expect(
            actions(.raise, able) == [.raise] && actions(.quit, able) == [.quit]
                && actions(.open("https://a.example/"), able) == [.open(url)])
        #expect(actions(.open("javascript:alert(1)"), able) == [] && actions(.open("film.mp4"), able) == [])
        let long = "https://a.example/" + String(repeating: "a", count: 65_536)
        #expect(actions(.open(long), able) == [])
    }

    @Test("After an error play retries the item, and other items are available; pause and stop have no effect")
    func afterError() {
        var facts = ControlRulesTests.facts(1, of: 3)
        facts.state = .error
        facts.playerState = .error
        #expect(actions(.play, facts) == [.retry] && actions(.playPause, facts) == [.retry])
        #expect(actions(.pause, facts) == [] && actions(.stop, facts) == [])
        #expect(actions(.next, facts) == [.next] && actions(.previous, facts) == [.previous])
    }
}
