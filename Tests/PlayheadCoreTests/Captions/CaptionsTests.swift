import PlayheadCore
import Testing

/// EVENTS: onCaptionsList at least once an item and again when it grows; onCaptionsChange; onCaptionCue.
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

    @Test("An item without captions has the list with only off")
    func onlyOff() {
        let rig = ready(captioned([]))
        #expect(rig.told.contains("onCaptionsList 0 of Off"))
    }

    @Test("A list that grows is told again; one that is the same is not")
    func growth() {
        var rig = ready(captioned([.captionsOff]))
        rig.clear()
        rig.report(.captionsTracks(.english, current: 0), .captionsTracks(.english, current: 0), .captionsTracks([], current: 0))
        #expect(rig.told == ["onCaptionsList 0 of Off, English, Deutsch"])
    }

    @Test("A choice is told when the engine has it, once")
    func choice() {
        var rig = ready(captioned())
        rig.clear()
        rig.send(.selectCaptions(2))
        rig.report(.captionsSelected(2), .captionsSelected(2))
        #expect(rig.log == ["engine selectCaptions(2)", "onCaptionsChange 2"])
        #expect(rig.machine.media?.currentCaptionsTrack == 2)
    }

    @Test("A track that isn't there is refused, and so is any while nothing is open", arguments: [-1, 3])
    func refused(index: Int) {
        var rig = ready(captioned())
        rig.clear()
        rig.send(.selectCaptions(index))
        #expect(rig.log == ["onWarning 320641"])
        var idle = MachineRig()
        idle.send(.selectCaptions(0))
        #expect(idle.log == ["onWarning 320642"])
    }

    @Test("The viewer's choice is kept for the next item, by language")
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

    @Test("Without a choice: as the configuration says, else as the stream does")
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

    @Test("Forced captions go with the language of the sound, where captions are off")
    func forced() {
        var media = captioned()
        media.captionsTracks.append(MediaTrack(index: 3, name: "English (forced)", language: "en", isForced: true))
        #expect(ready(media).log.contains("engine selectCaptions(3)"))
        #expect(!ready(media, .init(showsForced: false)).log.contains { $0.hasPrefix("engine selectCaptions") })
        media.currentAudioTrack = 1
        #expect(!ready(media).log.contains { $0.hasPrefix("engine selectCaptions") })
    }

    @Test("With another language of the sound its forced captions are shown, but what the viewer chose stays")
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

    @Test("Cues are told as they change; off takes them away, and late ones don't come")
    func cues() {
        var rig = ready(captioned())
        rig.send(.selectCaptions(1))
        rig.report(.captionsSelected(1))
        rig.clear()
        rig.report(.captionCues([.sample], start: 1, end: 2), .captionCues([.sample], start: 1, end: 2))
        #expect(rig.told == ["onCaptionCue [\"Hello\"] 1.0 to 2.0"] && rig.machine.cues == [.sample])
        rig.clear()
        rig.report(.captionsSelected(0), .captionCues([.sample], start: 1, end: 2))
        #expect(rig.told == ["onCaptionsChange 0", "onCaptionCue [] 0.0 to inf"] && rig.machine.cues.isEmpty)
    }

    @Test(
        "What ends the item takes its cues off first, but a release tells of itself only",
        arguments: [.stop, .next, .release] as [MachineInput])
    func cleared(command: MachineInput) {
        var rig = ready(captioned())
        rig.send(.selectCaptions(1))
        rig.report(.captionsSelected(1), .captionCues([.sample], start: 1, end: 2))
        rig.clear()
        rig.send(command)
        #expect(rig.machine.cues.isEmpty)
        #expect((rig.told.first == "onCaptionCue [] 0.0 to inf") == (command != .release))
        rig.report(.captionCues([.sample], start: 1, end: 2))
        #expect(rig.machine.cues.isEmpty)
    }

    @Test("In DVR their times are positions")
    func dvr() {
        var rig = MachineRig.playing(live: .dvr)
        rig.report(.captionsSelected(1))
        rig.clear()
        rig.report(.captionCues([CaptionCue(startTime: 585, endTime: 588, text: "Hello")], start: 586, end: .infinity))
        #expect(rig.told == ["onCaptionCue [\"Hello\"] -4.0 to inf"])
        #expect(rig.machine.cues.first?.startTime == -5 && rig.machine.cues.first?.endTime == -2)
    }

    @Test("A cue's payload has its times, its text and its place under WebVTT's names")
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
