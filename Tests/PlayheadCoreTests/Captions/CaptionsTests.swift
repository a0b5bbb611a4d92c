import PlayheadCore
import Testing

/// EVENTS: onCaptionsList at least once per item and again when the list grows; onCaptionsChange; onCaptionCue.
@Suite struct CaptionsTests {
    private func captioned(_ tracks: [MediaTrack] = .english) -> MediaDescription {
        var media = MediaDescription.sample
        media.captionsTracks = tracks
        return media
    }

    private func ready(_ media: MediaDescription, _ preference: CaptionPreferences = .init()) -> MachineRig {
        var rig = MachineRig(PlaybackOptions(captions: preference))
        rig.send(.load(items: ItemDescription.samples, index: 0))
        rig.report(.opened(media))
        return rig
    }

    @Test("The list of an item without captions contains only off")
    func onlyOff() {
        let rig = ready(captioned([]))
        #expect(rig.emitted.contains("onCaptionsList 0 of Off"))
    }

    @Test("A longer list is emitted again; an unchanged one is not")
    func growth() {
        var rig = ready(captioned([.captionsOff]))
        rig.clear()
        rig.report(.captionsTracks(.english, current: 0), .captionsTracks(.english, current: 0), .captionsTracks([], current: 0))
        #expect(rig.emitted == ["onCaptionsList 0 of Off, English, Deutsch"])
    }

    @Test("A selection is emitted once, when the engine has applied it")
    func choice() {
        var rig = ready(captioned())
        rig.clear()
        rig.send(.selectCaptions(2))
        rig.report(.captionsSelected(2), .captionsSelected(2))
        #expect(rig.log == ["engine selectCaptions(2)", "onCaptionsChange 2"])
        #expect(rig.machine.media?.currentCaptionsTrack == 2)
    }

    @Test("A missing track is refused, and any track while nothing is open", arguments: [-1, 3])
    func refused(index: Int) {
        var rig = ready(captioned())
        rig.clear()
        rig.send(.selectCaptions(index))
        #expect(rig.log == ["onWarning 320641"])
        var idle = MachineRig()
        idle.send(.selectCaptions(0))
        #expect(idle.log == ["onWarning 320642"])
    }

    @Test("The viewer's selection is kept for the next item, by language")
    func kept() {
        var rig = ready(captioned())
        rig.send(.selectCaptions(2), .next)
        rig.report(.closed)
        rig.clear()
        let tracks = [MediaTrack.captionsOff, MediaTrack(index: 1, name: "Deutsch (AT)", language: "de-AT")]
        rig.report(.opened(captioned(tracks)))
        #expect(rig.log.contains("engine selectCaptions(1)"))
        rig.send(.selectCaptions(0), .next)
        rig.report(.closed)
        rig.clear()
        var standard = captioned()
        standard.captionsTracks[1].isDefault = true
        standard.currentCaptionsTrack = 1
        rig.report(.opened(standard))
        #expect(rig.log.contains("engine selectCaptions(0)"))
    }

    @Test("Without a selection the configuration decides, otherwise the stream")
    func preferences() {
        var standard = captioned()
        standard.captionsTracks[2].isDefault = true
        let german = "engine selectCaptions(2)"
        #expect(ready(standard).log.contains(german))
        #expect(!ready(captioned()).log.contains { $0.hasPrefix("engine selectCaptions") })
        #expect(!ready(standard, .init(mode: .off)).log.contains { $0.hasPrefix("engine selectCaptions") })
        #expect(ready(captioned(), .init(mode: .on)).log.contains("engine selectCaptions(1)"))
        #expect(ready(captioned(), .init(mode: .on, languages: ["fr", "de-CH"])).log.contains(german))
        #expect(!ready(captioned(), .init(languages: ["de"])).log.contains { $0.hasPrefix("engine selectCaptions") })
    }

    @Test("Forced captions match the language of the sound if captions are off")
    func forced() {
        var media = captioned()
        media.captionsTracks.append(MediaTrack(index: 3, name: "English (forced)", language: "en", isForced: true))
        #expect(ready(media).log.contains("engine selectCaptions(3)"))
        #expect(!ready(media, .init(showsForced: false)).log.contains { $0.hasPrefix("engine selectCaptions") })
        media.currentAudioTrack = 1
        #expect(!ready(media).log.contains { $0.hasPrefix("engine selectCaptions") })
    }

    @Test("A change of the sound's language changes the forced captions, but not the viewer's selection")
    func forcedFollow() {
        var media = captioned()
        media.audioTracks = [
            MediaTrack(index: 0, name: "English", language: "en"), MediaTrack(index: 1, name: "Deutsch", language: "de"),
        ]
        media.currentAudioTrack = 0
        media.captionsTracks += [
            MediaTrack(index: 3, name: "English (forced)", language: "en", isForced: true),
            MediaTrack(index: 4, name: "Deutsch (forced)", language: "de", isForced: true),
        ]
        var rig = ready(media)
        rig.report(.captionsSelected(3))
        rig.clear()
        rig.report(.audioTrackSelected(1))
        #expect(rig.log.contains("engine selectCaptions(4)"))
        rig.report(.captionsSelected(4))
        rig.send(.selectCaptions(1))
        rig.report(.captionsSelected(1))
        rig.clear()
        rig.report(.audioTrackSelected(0))
        #expect(!rig.log.contains { $0.hasPrefix("engine selectCaptions") })
        rig.send(.selectCaptions(0))
        #expect(rig.log.contains("engine selectCaptions(0)"))
    }

    @Test("Cues are emitted on changes; off removes them, and late ones are dropped")
    func cues() {
        var rig = ready(captioned())
        rig.send(.selectCaptions(1))
        rig.report(.captionsSelected(1))
        rig.clear()
        rig.report(.captionCues([.sample], start: 1, end: 2), .captionCues([.sample], start: 1, end: 2))
        #expect(rig.emitted == ["onCaptionCue [\"Hello\"] 1.0 to 2.0"] && rig.machine.cues == [.sample])
        rig.clear()
        rig.report(.captionsSelected(0), .captionCues([.sample], start: 1, end: 2))
        #expect(rig.emitted == ["onCaptionsChange 0", "onCaptionCue [] 0.0 to inf"] && rig.machine.cues.isEmpty)
    }

    @Test(
        "The end of an item removes its cues first, but a release emits only its own events",
        arguments: [.stop, .next, .release] as [MachineInput])
    func cleared(command: MachineInput) {
        var rig = ready(captioned())
        rig.send(.selectCaptions(1))
        rig.report(.captionsSelected(1), .captionCues([.sample], start: 1, end: 2))
        rig.clear()
        rig.send(command)
        #expect(rig.machine.cues.isEmpty)
        #expect((rig.emitted.first == "onCaptionCue [] 0.0 to inf") == (command != .release))
        rig.report(.captionCues([.sample], start: 1, end: 2))
        #expect(rig.machine.cues.isEmpty)
    }

    @Test("In DVR the times of cues are positions")
    func dvr() {
        var rig = MachineRig.playing(live: .dvr)
        rig.report(.captionsSelected(1))
        rig.clear()
        rig.report(.captionCues([CaptionCue(startTime: 585, endTime: 588, text: "Hello")], start: 586, end: .infinity))
        #expect(rig.emitted == ["onCaptionCue [\"Hello\"] -4.0 to inf"])
        #expect(rig.machine.cues.first?.startTime == -5 && rig.machine.cues.first?.endTime == -2)
    }

    @Test("The payload of a cue has its times, text and layout under WebVTT's names")
    func payload() {
        guard case .object(let fields) = CaptionCue.sample.eventValue else { return #expect(Bool(false)) }
        #expect(
            fields.fields.map(\.key) == [
                "id", "startTime", "endTime", "text", "markup", "vertical", "snapToLines", "line", "lineAlign", "position", "positionAlign",
                "size", "align",
            ])
        #expect(fields["line"] == "auto" && fields["size"] == 100.0 && fields["markup"] == "<i>Hello</i>")
    }
}
