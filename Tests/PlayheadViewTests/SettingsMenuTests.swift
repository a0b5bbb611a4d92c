import PlayheadCore
import PlayheadView
import Testing

@Suite("Settings menu")
struct SettingsMenuTests {
    private func facts(_ change: (inout ControlBarFacts) -> Void = { _ in }) -> ControlBarFacts {
        var facts = ControlBarFacts()
        facts.state = .playing
        facts.duration = 100
        facts.count = 1
        facts.index = 0
        var media = MediaDescription(duration: 100, width: 1280, height: 720)
        media.levels = [.automatic, QualityLevel(index: 1, label: "360p"), QualityLevel(index: 2, label: "720p")]
        media.audioTracks = [
            MediaTrack(index: 0, name: "English", language: "en-GB"), MediaTrack(index: 1, name: "Deutsch", language: "de"),
        ]
        media.currentAudioTrack = 1
        media.captionsTracks = [.captionsOff, MediaTrack(index: 1, name: "Commentary by the director")]
        facts.media = media
        change(&facts)
        return facts
    }

    @Test("The first page leads to the others and shows their current choices")
    func root() throws {
        let menu = ControlBarModel(facts()).settings
        let entries = try #require(menu.pages[.root]?.first?.entries)
        #expect(entries.map(\.title) == ["Captions", "Audio track", "Quality", "Speed", "Picture"])
        #expect(entries.map(\.value) == ["Off", "Deutsch", "Auto", "1×", ""])
        #expect(entries.allSatisfy { $0.staysOpen && $0.isChosen == nil })
        #expect(SettingsMenu.Page.captionStyle.parent == .captions && SettingsMenu.Page.root.parent == nil)
        #expect(ControlBarModel(ControlBarFacts()).settings.pages.isEmpty)
    }

    @Test("A page opens on its current entry")
    func chosen() {
        let menu = ControlBarModel(facts { $0.media?.currentLevel = 2 }).settings
        #expect(menu.chosenEntry(of: .quality) == 2 && menu.chosenEntry(of: .audio) == 1 && menu.chosenEntry(of: .speed) == 3)
        #expect(menu.chosenEntry(of: .root) == 0)
    }

    @Test("The controls show the current choices in short texts")
    func current() {
        #expect(ControlBarModel(facts()).current.audio == "DE" && ControlBarModel(facts()).current.quality == "Auto")
        var some = facts { $0.media?.currentCaptionsTrack = 1 }
        some.shownLevel = QualityLevel(index: 2, label: "720p")
        some.rate = 1.25
        let model = ControlBarModel(some)
        #expect(model.current.quality == "720p" && model.current.captions == "Comment…" && model.current.speed == "1.25×")
    }

    @Test("Captions of a file replace the choice of tracks, and a delay is shown")
    func captionsFile() throws {
        let menu = ControlBarModel(
            facts {
                $0.captionsFile = "film.srt"
                $0.captionsDelay = -0.5
                $0.opensCaptions = true
            }
        ).settings
        let tracks = try #require(menu.pages[.captions]?.first?.entries)
        #expect(tracks.map(\.title) == ["Off", "Commentary by the director", "film.srt", "Open a file…"])
        #expect(tracks.map(\.isChosen) == [false, false, true, nil])
        #expect(menu.pages[.captions]?.last?.entries.last?.value == "−0.5 s")
        let delays = try #require(menu.pages[.captionsDelay]?.first?.entries)
        #expect(delays[menu.chosenEntry(of: .captionsDelay)].action == .captionsDelay(-5))
    }

    @Test("The delay of sound is below the audio tracks, also of media with a single one, but not of media without pictures")
    func audioDelay() throws {
        let menu = ControlBarModel(facts { $0.audioDelay = 0.2 }).settings
        let link = try #require(menu.pages[.audio]?.last?.entries.first)
        #expect(link.title == "Audio delay" && link.value == "+0.2 s" && link.action == .open(.audioDelay) && link.staysOpen)
        let delays = try #require(menu.pages[.audioDelay]?.first?.entries)
        #expect(delays[menu.chosenEntry(of: .audioDelay)].title == "+0.2 s (later)" && SettingsMenu.Page.audioDelay.parent == .audio)
        let single = ControlBarModel(facts { $0.media?.audioTracks.removeLast() }).settings
        #expect(single.pages[.audio]?.count == 1)
        #expect(ControlBarModel(facts { $0.media?.width = nil }).settings.pages[.audioDelay] == nil)
        #expect(ControlBarModel(facts { $0.media?.audioTracks = [] }).settings.pages[.audio] == nil)
    }

    @Test("A narrow bar leaves controls out one after the other, and keeps the essential ones")
    func omission() {
        #expect(OptionalControl.omitted(at: 0).isEmpty && OptionalControl.omitted(at: 2) == [.wallClock, .speed])
        #expect(OptionalControl.omitted(at: 100) == Set(OptionalControl.allCases))
        let sizes = [(420.0, 300.0), (960, 540), (1920, 1080), (1920, 280)].map { ControlSize(viewWidth: $0.0, viewHeight: $0.1) }
        #expect(sizes == [.compact, .regular, .large, .compact])
    }
}
