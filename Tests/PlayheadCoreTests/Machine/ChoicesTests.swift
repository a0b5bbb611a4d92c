import Testing

@testable import PlayheadCore

/// The viewer's selections and preferences in the following items.
@Suite struct ChoicesTests {
    private static let ladder = [
        QualityLevel.automatic, QualityLevel(index: 1, label: "360p", bitrate: 800_000, height: 360),
        QualityLevel(index: 2, label: "720p", bitrate: 2_400_000, height: 720),
        QualityLevel(index: 3, label: "1080p", bitrate: 5_000_000, height: 1080),
    ]

    private func media(_ levels: [QualityLevel] = ladder, audio: [(String, String?)] = [("English", "en"), ("Deutsch", "de")])
        -> MediaDescription
    {
        var media = MediaDescription.sample
        media.levels = levels
        media.audioTracks = audio.enumerated().map { MediaTrack(index: $0, name: $1.0, language: $1.1, isDefault: $0 == 0) }
        return media
    }

    private func choices(_ rig: MachineRig) -> [String] { rig.log.filter { $0.hasPrefix("engine select") } }

    private func rig(_ first: MediaDescription, _ options: PlaybackOptions = .init()) -> MachineRig {
        var rig = MachineRig(options)
        rig.send(.load(items: ItemDescription.samples, index: 0))
        rig.report(.opened(first))
        return rig
    }

    /// Opens the next item with these lists.
    private func goOn(_ rig: inout MachineRig, _ next: MediaDescription) {
        rig.send(.next)
        rig.report(.closed)
        rig.clear()
        rig.report(.opened(next))
    }

    @Test("A selected level applies to the next item: the same height, else the next lower, else the lowest")
    func level() {
        var rig = rig(media())
        rig.send(.selectLevel(2))
        let others = [
            Self.ladder[0], QualityLevel(index: 1, label: "480p", bitrate: 1_000_000, height: 480),
            QualityLevel(index: 2, label: "900p", bitrate: 4_000_000, height: 900),
        ]
        goOn(&rig, media(others))
        #expect(choices(rig) == ["engine selectLevel(1)"])
        goOn(&rig, media([Self.ladder[0], QualityLevel(index: 1, label: "1080p", height: 1080)]))
        #expect(choices(rig) == ["engine selectLevel(1)"])
        goOn(&rig, media())
        #expect(choices(rig) == ["engine selectLevel(2)"])
        goOn(&rig, media([.automatic]))
        #expect(choices(rig) == [])
    }

    @Test("Of several levels of the selected height the next lower bit rate applies, else the lowest, and not a lower height")
    func sameHeight() {
        var rig = rig(media())
        rig.send(.selectLevel(2))
        func others(_ bitrates: Int...) -> [QualityLevel] {
            Array(Self.ladder[0...1])
                + bitrates.enumerated().map { QualityLevel(index: $0.offset + 2, label: "HD", bitrate: $0.element, height: 720) }
        }
        goOn(&rig, media(others(4_000_000, 3_000_000)))
        #expect(choices(rig) == ["engine selectLevel(3)"])
        goOn(&rig, media(others(1_000_000, 2_000_000, 3_000_000)))
        #expect(choices(rig) == ["engine selectLevel(3)"])
    }

    @Test("Selected auto applies, too, against the configured first level; without a selection nothing is requested")
    func automatic() {
        var configured = media()
        configured.currentLevel = 1
        var rig = rig(configured)
        #expect(choices(rig) == [])
        rig.send(.selectLevel(0))
        goOn(&rig, configured)
        #expect(choices(rig) == ["engine selectLevel(0)"])
    }

    @Test("A selected audio track applies to the next item, by language and name")
    func audio() {
        var rig = rig(media())
        rig.send(.selectAudioTrack(1))
        goOn(&rig, media(audio: [("English", "en"), ("Audiodeskription", "de"), ("Deutsch", "de")]))
        #expect(choices(rig) == ["engine selectAudioTrack(2)"])
        goOn(&rig, media(audio: [("English", "en"), ("Deutsch (AT)", "de-AT")]))
        #expect(choices(rig) == ["engine selectAudioTrack(1)"])
        goOn(&rig, media(audio: [("English", "en"), ("Français", "fr")]))
        #expect(choices(rig) == [])
    }

    @Test("Preferred languages select the sound at ready; the viewer's selection has priority")
    func languages() {
        var options = PlaybackOptions()
        options.audioLanguages = ["fr", "de-CH"]
        var rig = rig(media(), options)
        #expect(choices(rig) == ["engine selectAudioTrack(1)"])
        rig.report(.audioTrackSelected(1))
        rig.send(.selectAudioTrack(0))
        goOn(&rig, media())
        #expect(choices(rig) == [])
        #expect(self.rig(media(audio: [("Italiano", "it"), ("Sound", nil)]), options).machine.media?.currentAudioTrack == 0)
    }

    @Test("Forced captions follow the language of the sound")
    func forced() {
        var description = media()
        description.captionsTracks = [
            .captionsOff, MediaTrack(index: 1, name: "English", language: "en", isForced: true),
            MediaTrack(index: 2, name: "Deutsch", language: "de", isForced: true),
        ]
        var rig = rig(description)
        #expect(choices(rig) == ["engine selectCaptions(1)"])
        rig.report(.captionsSelected(1))
        rig.clear()
        rig.send(.selectAudioTrack(1))
        rig.report(.audioTrackSelected(1))
        #expect(choices(rig) == ["engine selectAudioTrack(1)", "engine selectCaptions(2)"])
    }

    @Test("After captions were turned off, a change of the sound shows no forced ones")
    func turnedOff() {
        var description = media()
        description.captionsTracks = [.captionsOff, MediaTrack(index: 1, name: "Deutsch", language: "de", isForced: true)]
        var rig = rig(description)
        rig.send(.selectCaptions(0))
        rig.clear()
        rig.send(.selectAudioTrack(1))
        rig.report(.audioTrackSelected(1))
        #expect(choices(rig) == ["engine selectAudioTrack(1)"])
    }
}

/// The start position of an item.
@Suite struct StartTimeTests {
    private func rig(_ start: Double, _ media: MediaDescription = .sample, seek: Double? = nil, plays: Bool = true) -> MachineRig {
        var rig = MachineRig()
        rig.send(.load(items: [ItemDescription(url: "a", startTime: start)], index: 0))
        if let seek { rig.send(.seek(id: 1, target: seek, precision: .exact)) }
        if plays { rig.send(.play(.external)) }
        rig.clear()
        rig.report(.opened(media))
        return rig
    }

    @Test("An item begins at its start time, and no seek is emitted")
    func begins() {
        var rig = rig(4)
        #expect(rig.log.contains("engine seek(id: -1, target: 4.0, precision: PlayheadCore.SeekPrecision.exact)"))
        #expect(rig.machine.position == 4 && rig.log.last == "engine start")
        rig.report(.seeked(id: -1, position: 4), .started(position: 4), .firstFrame, .progress(position: 4.1))
        #expect(!rig.emitted.contains { $0.hasPrefix("onSeek") })
        #expect(rig.emitted.last == "onTime 4.1 of 10.0")
    }

    @Test("Without playback the playhead is there, too")
    func waits() {
        let rig = rig(4, plays: false)
        #expect(rig.machine.state == .ready && rig.machine.position == 4)
    }

    @Test("A seek before ready has priority over the start time")
    func seekWins() {
        let rig = rig(4, seek: 7)
        #expect(rig.log.filter { $0.hasPrefix("engine seek") }.count == 1 && rig.machine.seekTarget == 7)
    }

    @Test("A start time outside the item is ignored", arguments: [0, 10, 11, -3, .nan, .infinity])
    func nowhere(start: Double) {
        let rig = rig(start)
        #expect(!rig.log.contains { $0.hasPrefix("engine seek") } && rig.machine.position == 0)
    }

    @Test("In DVR the start time is relative to the live end")
    func dvr() {
        let rig = rig(-60, .dvr)
        #expect(rig.machine.position == -60 && rig.machine.timeline.kind == .dvr)
    }

    @Test("A start time that is not loaded buffers")
    func loading() {
        var rig = rig(4)
        rig.report(.seekLeftBuffer(id: -1))
        #expect(rig.emitted.suffix(2) == ["→ buffering", "onBuffer loading from idle"])
        rig.report(.seeked(id: -1, position: 4), .started(position: 4))
        #expect(rig.machine.state == .playing)
    }
}
