import PlayheadCore
import PlayheadView
import Testing

@Suite("The menu and the panes of a window")
struct WindowMenuTests {
    private func model(_ change: (inout ControlBarFacts) -> Void = { _ in }) -> ControlBarModel {
        var facts = ControlBarFacts()
        facts.state = .playing
        facts.intendsToPlay = true
        facts.duration = 100
        facts.count = 1
        var media = MediaDescription(duration: 100, width: 640, height: 360)
        media.captionsTracks = [.captionsOff, MediaTrack(index: 1, name: "English")]
        media.audioTracks = [MediaTrack(index: 0, name: "English"), MediaTrack(index: 1, name: "Deutsch")]
        facts.media = media
        change(&facts)
        return ControlBarModel(facts)
    }

    private func item(_ change: (inout WindowMenu.Facts) -> Void = { _ in }) -> WindowMenu.Facts {
        var facts = WindowMenu.Facts()
        (facts.hasItem, facts.hasPicture) = (true, true)
        change(&facts)
        return facts
    }

    @Test("The menu of an item has groups for playback, settings, the window, opening and the program, with their keys")
    func groups() throws {
        let groups = WindowMenu.groups(model(), item { $0.showsPlaylist = true })
        #expect(
            groups.map { $0.map(\.title) } == [
                ["Pause"], ["Captions…", "Audio track…", "Speed…", "Picture…"],
                ["Full screen", "Mini window", "Playlist", "Statistics", "Save the picture"],
                ["Open files…", "Open address…", "Open captions…"], ["Preferences", "Keys", "About Playhead", "Quit"],
            ])
        #expect(groups[0].first == WindowMenu.Line("Pause", "Space", .toggle))
        #expect(groups[2].map(\.isChecked) == [false, false, true, false, nil] && groups[2].map(\.keys) == ["F", "W", "T", "I", "S"])
        #expect(groups[4].first == WindowMenu.Line("Preferences", "Ctrl+,", .preferences))
    }

    @Test("Lines without a use at the moment are left out: without an item, without pictures, in an ad")
    func omitted() {
        #expect(WindowMenu.groups(ControlBarModel(), WindowMenu.Facts()).map(\.count) == [2, 4])
        let sound = WindowMenu.groups(model { $0.media?.width = nil }, item { $0.hasPicture = false }).flatMap { $0.map(\.command) }
        #expect(!sound.contains(.screenshot) && !sound.contains(.settings(.picture)) && sound.contains(.settings(.speed)))
        let ad = WindowMenu.groups(model { ($0.isInAdBreak, $0.ad, $0.count) = (true, AdFacts(), 2) }, item()).flatMap { $0.map(\.command) }
        #expect(ad.contains(.toggle) && !ad.contains(.next) && !ad.contains(.settings(.speed)))
        let failed = WindowMenu.groups(model(), item { $0.offersRecents = true }).flatMap { $0.map(\.command) }
        #expect(failed.contains(.recents) && !sound.contains(.recents))
        let list = WindowMenu.groups(model { ($0.count, $0.index) = (3, 1) }, item())
        #expect(list.first?.map(\.title) == ["Pause", "Next", "Previous"])
    }

    @Test(
        "A pane is beside title and captions, or covers the width of a window that is too narrow for both",
        arguments: [
            (1280.0, 320.0, true), (640, 320, true), (560, 320, true), (559, 559, false), (400, 400, false), (0, 0, false),
        ])
    func pane(view: Double, width: Double, leavesRoom: Bool) {
        let layout = PaneLayout(viewWidth: view)
        #expect(layout.width == width && layout.leavesRoom == leavesRoom)
    }

    @Test("The first icon, the timeline and the title begin on one line at every size, and the last icon ends on its mirror image")
    func edges() {
        for size in ControlSize.allCases {
            let padding = (size.target - size.icon) / 2
            let (first, last) = (size.barStart + padding + size.icon / 4, size.barEnd + padding + size.icon / 8)
            #expect(abs(first - size.edge) < 1 && abs(last - size.edge) < 1, "\(size)")
            #expect(size.barStart + size.timelineMargins.start + size.knob / 2 == size.edge)
            #expect(size.barEnd + size.timelineMargins.end + size.knob / 2 == size.edge)
            #expect(size.barStart >= 0 && size.barEnd >= 0 && size.timelineMargins.start >= 0 && size.timelineMargins.end >= 0)
        }
        let regular = ControlSize.regular
        #expect(regular.edge == 18 && regular.icon == 20 && regular.target == 36 && regular.groupGap == 16 && regular.pill == 22)
    }
}
