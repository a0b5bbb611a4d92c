import PlayheadCore
import Testing

@testable import PlayheadView

@Suite("Control bar model")
struct ControlBarModelTests {
    /// Returns the facts of an on-demand item of 100 s at 25 s.
    private func facts(_ state: PlaybackState = .playing, count: Int = 1, index: Int = 0) -> ControlBarFacts {
        var machine = PlaybackMachine()
        let items = (0..<count).map { ItemDescription(url: "https://example.com/\($0)") }
        _ = machine.handle(.load(items: items, index: index), at: 0)
        var media = MediaDescription(duration: 100, width: 640, height: 360)
        media.levels = [.automatic, QualityLevel(index: 1, label: "360p"), QualityLevel(index: 2, label: "720p")]
        media.captionsTracks = [.captionsOff, MediaTrack(index: 1, name: "English")]
        media.audioTracks = [MediaTrack(index: 0, name: "Deutsch")]
        media.currentAudioTrack = 0
        _ = machine.handle(.engine(playback: 1, .opened(media)), at: 0)
        var facts = ControlBarFacts()
        facts.state = state
        facts.intendsToPlay = true
        facts.timeline = machine.timeline
        facts.position = 25
        facts.duration = 100
        facts.loaded = [TimeRange(start: 10, end: 60)]
        facts.media = media
        facts.count = count
        facts.index = index
        facts.title = "A film"
        return facts
    }

    /// Returns the facts of a live stream with a window of 300 s, `behind` seconds behind the live position.
    private func live(window: Double = 300, behind: Double, isDVR: Bool = true) -> ControlBarFacts {
        var machine = PlaybackMachine(options: PlaybackOptions(isDVR: isDVR, minDvrWindow: 120))
        _ = machine.handle(.load(items: [ItemDescription(url: "https://example.com/live")], index: 0), at: 0)
        var media = MediaDescription(duration: .infinity)
        media.window = LiveWindow(
            seekable: TimeRange(start: 1000, end: 1000 + window), edge: 1000 + window + 6, targetLatency: 6, measuredAt: 0)
        _ = machine.handle(.engine(playback: 1, .opened(media)), at: 0)
        _ = machine.handle(.play(.external), at: 0)
        _ = machine.handle(.proceed(.beforePlay(playback: 1)), at: 0)
        _ = machine.handle(.engine(playback: 1, .started(position: 1000 + window - behind)), at: 0)
        _ = machine.handle(.engine(playback: 1, .progress(position: 1000 + window - behind)), at: 0)
        var facts = ControlBarFacts()
        facts.state = .playing
        facts.intendsToPlay = true
        facts.timeline = machine.timeline
        facts.position = machine.timeline.position
        facts.duration = machine.timeline.duration
        facts.media = media
        facts.count = 1
        facts.index = 0
        return facts
    }

    @Test("On demand shows elapsed and remaining time, and the timeline with loaded ranges")
    func onDemand() throws {
        let model = ControlBarModel(facts())
        #expect(model.playButton == .pause && model.isPlayEnabled)
        #expect(model.elapsed == "0:25" && model.total == "1:40")
        let track = try #require(model.track)
        #expect(track.share(of: track.position) == 0.25 && track.loaded == [0.1...0.6] && track.text == "0:25 of 1:40")
        #expect(track.position(at: 0.5) == 50 && track.position(at: 2) == 100 && track.position(at: -1) == 0)
        #expect(model.liveButton == .hidden && model.wallClock == nil && model.screen == .none)
    }

    @Test("Elapsed and remaining time add up to the duration, and 0 has no minus sign")
    func remaining() {
        var some = facts()
        some.showsRemaining = true
        let times: [(Double, String, String)] = [
            (0, "0:00", "−1:40"), (25.7, "0:25", "−1:15"), (99.2, "1:39", "−0:01"), (99.99, "1:39", "−0:01"), (100, "1:40", "0:00"),
            (105, "1:40", "0:00"),
        ]
        for (position, elapsed, remaining) in times {
            some.position = position
            let model = ControlBarModel(some)
            #expect(model.elapsed == elapsed && model.total == remaining, "\(position)")
        }
        var almostLive = live(behind: 90)
        almostLive.scrub = -0.4
        #expect(ControlBarModel(almostLive).liveText == "LIVE")
    }

    @Test("Chapters and ads are marked on the timeline, and the hover text contains the chapter")
    func marks() throws {
        var some = facts()
        some.marks = [
            TimelineMark(position: 60, kind: .chapter, title: "Two"), TimelineMark(position: 0, kind: .chapter, title: "One"),
            TimelineMark(position: 30, kind: .ad), TimelineMark(position: 101, kind: .ad), TimelineMark(position: -1, kind: .chapter),
        ]
        let track = try #require(ControlBarModel(some).track)
        #expect(track.marks.map(\.position) == [0, 30, 60])
        #expect(track.text(at: 59) == "One\n0:59" && track.text(at: 60) == "Two\n1:00")
        some.marks = []
        #expect(ControlBarModel(some).track?.text(at: 59) == "0:59")
        let window = try #require(ControlBarModel(live(behind: 90)).track)
        #expect(window.text(at: -125) == "−2:05" && window.text(at: -0.5) == "Live")
    }

    @Test("The main button plays, pauses and replays")
    func mainButton() {
        var paused = facts(.paused)
        paused.intendsToPlay = false
        #expect(ControlBarModel(paused).playButton == .play)
        #expect(ControlBarModel(facts(.buffering)).playButton == .pause)
        #expect(ControlBarModel(facts(.ended)).playButton == .replay)
        #expect(!ControlBarModel(ControlBarFacts()).isPlayEnabled)
    }

    @Test("Previous and next are shown for playlists; previous is disabled on the first item, and next wraps around")
    func lists() {
        #expect(ControlBarModel(facts()).next == .hidden && ControlBarModel(facts()).previous == .hidden)
        let places = (0..<3).map { ControlBarModel(facts(count: 3, index: $0)) }
        #expect(places.map(\.previous) == [.disabled, .enabled, .enabled])
        #expect(places.map(\.next) == [.enabled, .enabled, .enabled])
    }

    @Test("While the knob is held the times are those of its position")
    func scrubbing() {
        var held = facts()
        held.scrub = 80
        #expect(ControlBarModel(held).elapsed == "1:20" && ControlBarModel(held).track?.position == 80)
        held.scrub = 500
        #expect(ControlBarModel(held).track?.position == 100)
    }

    @Test("DVR shows the window as timeline, LIVE lit at the edge, and with the time behind the edge otherwise")
    func dvr() throws {
        let atEdge = ControlBarModel(live(behind: 0))
        #expect(atEdge.liveButton == .atEdge && atEdge.liveText == "LIVE" && atEdge.elapsed.isEmpty && atEdge.total.isEmpty)
        let track = try #require(atEdge.track)
        #expect(track.start == -300 && track.end == 0 && track.position == 0 && track.text == "Live")
        let behind = ControlBarModel(live(behind: 90))
        #expect(behind.liveButton == .behind && behind.liveText == "LIVE −1:30" && behind.elapsed.isEmpty)
        #expect(abs((behind.track?.position ?? 0) + 90) < 0.001 && behind.track?.text == "1:30 behind live")
    }

    @Test("Live without DVR has no timeline and no speeds, but the live button")
    func live() {
        let model = ControlBarModel(live(window: 30, behind: 0, isDVR: false))
        #expect(model.track == nil && model.elapsed == "" && model.total == "" && model.liveButton == .atEdge && !model.speed.isShown)
        #expect(ControlBarModel(live(window: 30, behind: 20, isDVR: false)).liveButton == .behind)
    }

    @Test("Menus are shown if there is a choice, and the automatic level is named")
    func menus() {
        var some = facts()
        some.shownLevel = QualityLevel(index: 2, label: "720p")
        let model = ControlBarModel(some)
        #expect(model.quality.choices.map(\.title) == ["Auto (720p)", "360p", "720p"] && model.quality.chosen == 0)
        #expect(!model.audio.isShown && model.captions.isShown)
        #expect(model.speed.choices.map(\.title) == ["0.25×", "0.5×", "0.75×", "1×", "1.25×", "1.5×", "1.75×", "2×"])
        #expect(model.speed.chosen == 100)
        some.rate = 3
        #expect(ControlBarModel(some).speed.choices.last?.title == "3×")
        some.media?.levels = [.automatic, QualityLevel(index: 1, label: "360p")]
        #expect(!ControlBarModel(some).quality.isShown)
        #expect(!ControlBarModel(ControlBarFacts()).speed.isShown)
    }

    @Test("Caption sizes and looks are offered with captions, and the current ones are marked")
    func captionStyle() {
        var some = facts()
        #expect(ControlBarModel(some).captionSize.choices.map(\.title) == ["75 %", "100 %", "150 %", "200 %"])
        #expect(ControlBarModel(some).captionSize.chosen == 100 && ControlBarModel(some).captionLook.chosen == 0)
        some.captionStyle.scale = 1.25
        some.captionStyle.look = .outlined
        let model = ControlBarModel(some)
        #expect(model.captionSize.choices.map(\.index) == [75, 100, 125, 150, 200] && model.captionSize.chosen == 125)
        #expect(model.captionLook.choices.map(\.title).last == "Outlined" && model.captionLook.chosen == 3)
        some.captionStyle.foreground.rgb = 0x123456
        #expect(ControlBarModel(some).captionLook.chosen == -1)
        some.media?.captionsTracks = [.captionsOff]
        #expect(!ControlBarModel(some).captionSize.isShown && !ControlBarModel(some).captionLook.isShown)
    }

    @Test("Volume and its symbol")
    func volume() {
        var some = facts()
        let symbols: [(Double, ControlBarModel.VolumeSymbol)] = [(0, .muted), (0.1, .low), (0.5, .medium), (1, .high)]
        for (volume, symbol) in symbols {
            some.volume = volume
            #expect(ControlBarModel(some).volumeSymbol == symbol)
        }
        some.isMuted = true
        #expect(ControlBarModel(some).volumeSymbol == .muted && ControlBarModel(some).volume == 0)
    }

    @Test("After an error the other items of the playlist remain available")
    func listAfterError() {
        var failed = facts(.error, count: 3)
        failed.index = 1
        #expect(ControlBarModel(failed).next == .enabled && ControlBarModel(failed).previous == .enabled)
        failed.index = 0
        #expect(ControlBarModel(failed).next == .enabled && ControlBarModel(failed).previous == .disabled)
        #expect(ControlBarModel(facts(.error, count: 1)).next == .hidden)
    }

    @Test("Buffering, errors and the end are shown over the picture")
    func screens() {
        #expect(ControlBarModel(facts(.buffering)).screen == .buffering(title: ""))
        #expect(ControlBarModel(facts(.opening)).screen == .buffering(title: "A film"), "there is no picture yet")
        #expect(ControlBarModel(facts(.paused)).screen == .none)
        var seeking = facts(.seeking)
        seeking.intendsToPlay = false
        #expect(ControlBarModel(seeking).screen == .none)
        var failed = facts(.error, count: 2)
        let error = PlaybackError(.noSource)
        failed.error = error
        let model = ControlBarModel(failed)
        let card = ControlBarModel.ErrorCard(
            title: "A film", message: error.message, advice: "Give the item a source.", code: "\(error.code)", hasNext: true)
        #expect(model.screen == .error(card))
        #expect(model.track == nil && model.next == .enabled && !model.isPlayEnabled)
        var ended = facts(.ended)
        ended.nextUp = "Another"
        #expect(ControlBarModel(ended).screen == .ended(title: "A film", nextUp: "Another") && ControlBarModel(ended).nextUp == nil)
        var soon = facts()
        soon.nextUp = "Another"
        soon.position = 92.5
        #expect(ControlBarModel(soon).nextUp == ControlBarModel.NextUp(title: "Another", seconds: 8))
        soon.isNextUpCancelled = true
        #expect(ControlBarModel(soon).nextUp == nil)
        soon.state = .paused
        #expect(ControlBarModel(soon).screen == .ended(title: "A film", nextUp: "Another"), "playback stopped before the end")
    }
}
