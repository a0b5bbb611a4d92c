import Foundation
import Playhead
import PlayheadTestKit
import Testing

@testable import PlayheadNowPlaying

@MainActor
@Suite("The controls of a player", .timeLimit(.minutes(5)))
struct ControllerTests {
    @Test("The published state follows the player, and commands are the viewer's interactions")
    func playing() async throws {
        let rig = ControlledRig()
        let bus = try #require(rig.bus)
        #expect(bus["PlaybackStatus"] == .string("Stopped") && bus["CanPlay"] == .bool(false))
        var reasons: [PauseReason] = []
        let token = rig.player.onEvent { event in if let event = event as? PauseEvent { reasons.append(event.reason) } }
        defer { token.invalidate() }
        rig.load("a.mp4")
        await rig.run(for: 1)
        #expect(bus["PlaybackStatus"] == .string("Paused") && bus.metadata("xesam:title") == .string("a.mp4"))
        #expect(bus.metadata("mpris:length") == .int64(NowPlayingFacts.microseconds(rig.player.duration)))
        await bus.call(.play)
        await rig.run(for: 2)
        #expect(bus["PlaybackStatus"] == .string("Playing"))
        #expect(bus.position.speed == 1 && abs(bus.position.position(at: rig.stage.clock.now) - rig.player.position) < 0.11)
        await bus.call(.pause)
        #expect(bus["PlaybackStatus"] == .string("Paused") && bus.position.speed == 0)
        await rig.run(for: 1)
        #expect(reasons == [.interaction])
        #expect(bus.position.position(at: rig.stage.clock.now + 100) == rig.player.position)
        await bus.call(.stop)
        await rig.run(for: 1)
        #expect(bus["PlaybackStatus"] == .string("Stopped") && bus.position.position(at: 0) == 0 && bus.jumps == [])
    }

    @Test("Shuffling keeps the current item, and its end restores the order; both and repetition are published")
    func modes() async throws {
        let rig = ControlledRig { $0.autoplay = true }
        let bus = try #require(rig.bus)
        let names = (1...20).map { "\($0).mp4" }
        rig.player.load(names.map { PlayerItem(url: URL(fileURLWithPath: "/" + $0), title: $0) }, startingAt: 3)
        await rig.run(for: 2)
        let first = bus.metadata("mpris:trackid")
        await bus.call(.setShuffled(true))
        #expect(bus["Shuffle"] == .bool(true) && rig.player.currentIndex == 0 && rig.player.currentItem?.title == "4.mp4")
        #expect(rig.player.items.map(\.title) != names && Set(rig.player.items.map(\.title)) == Set(names))
        await bus.call(.setRepeatMode(.list))
        #expect(bus["LoopStatus"] == .string("Playlist") && rig.player.repeatMode == .list)
        await bus.call(.setShuffled(false))
        #expect(bus["Shuffle"] == .bool(false) && rig.player.items.map(\.title) == names && rig.player.currentIndex == 3)
        #expect(bus.metadata("mpris:trackid") == first && rig.player.state == .playing && rig.stage.engines.count == 1)
        rig.load("other.mp4")
        await rig.run(for: 2)
        #expect(bus["LoopStatus"] == .string("Playlist") && !rig.player.isShuffled)
    }

    @Test("Position, rate and length are correct after a seek, a rate change and an item change, and only a seek is a jump")
    func jumps() async throws {
        let rig = ControlledRig { $0.autoplay = true }
        let bus = try #require(rig.bus)
        rig.load("a.mp4", "b.mp4")
        await rig.run(for: 3)
        let first = bus.metadata("mpris:trackid")
        await bus.call(.seek(4_000_000))
        // The target is published at once, and signalled when the seek has ended.
        let target = bus.position.position
        #expect(target > 6 && bus.jumps == [])
        await rig.run(for: 0.5)
        #expect(bus.jumps.count == 1 && abs((bus.jumps.first ?? 0) - target) < 0.001)
        await bus.call(.setRate(2))
        #expect(bus["Rate"] == .double(2) && bus.position.speed == 2)
        await rig.run(for: 1)
        #expect(abs(bus.position.position(at: rig.stage.clock.now) - rig.player.position) < 0.21)
        await bus.call(.next)
        await rig.run(for: 1)
        #expect(bus.metadata("xesam:title") == .string("b.mp4") && bus.metadata("mpris:trackid") != first)
        #expect(bus.position.position(at: rig.stage.clock.now) < 2.1 && bus["Rate"] == .double(2))
        await bus.call(.next)
        await rig.run(for: 1)
        #expect(bus.metadata("xesam:title") == .string("a.mp4"))
        #expect(bus.jumps.count == 1)
    }

    @Test("displayLockScreenControls and the audio session can remove the controls")
    func hidden() async throws {
        let session = AudioSession()
        let rig = ControlledRig {
            $0.displaysLockScreenControls = false
            $0.audio.session = session
        }
        #expect(rig.bus == nil && rig.controller.availability == .off && !rig.controller.isActive)
        rig.controller.displaysControls = true
        let first = try #require(rig.bus)
        #expect(rig.controller.availability == .connecting && rig.controller.isActive)
        try session.setCategory(.playback, options: .mixWithOthers)
        while !first.isClosed { await Task.yield() }
        #expect(rig.controller.availability == .off)
        try session.setCategory(.playback, options: [.mixWithOthers, .allowBluetooth])
        while rig.busCount == 1 { await Task.yield() }
        #expect(rig.busCount == 2)
        try session.setCategory(.soloAmbient)
        while rig.bus?.isClosed == false { await Task.yield() }
        try session.setCategory(.playback, mode: .moviePlayback)
        while rig.busCount == 2 { await Task.yield() }
        rig.controller.close()
        #expect(rig.bus?.isClosed == true)
        rig.controller.displaysControls = false
        rig.controller.displaysControls = true
        #expect(rig.busCount == 3)
    }

    @Test("The title while an ad plays")
    func advertisement() async throws {
        let rig = ControlledRig { $0.autoplay = true }
        let bus = try #require(rig.bus)
        rig.load("a.mp4", "b.mp4")
        await rig.run(for: 1)
        rig.controller.isShowingAdvertisement = true
        #expect(bus.metadata("xesam:title") == .string("Advertisement"))
        #expect(bus["CanGoNext"] == .bool(false) && bus["CanSeek"] == .bool(false) && bus["CanPause"] == .bool(true))
        rig.controller.isShowingAdvertisement = false
        #expect(bus.metadata("xesam:title") == .string("a.mp4") && bus["CanGoNext"] == .bool(true))
    }

    @Test("An ad that is paused through the bus is resumed through the bus")
    func pausedAd() async throws {
        let rig = ControlledRig(EngineScript(media: .scripted(duration: 30))) { configuration in
            var ads = AdConfiguration()
            ads.tags = ["https://ads.example/tag"]
            configuration.ads.advertising = ads
            configuration.network.loader = AdLoader()
            configuration.autoplay = true
        }
        let bus = try #require(rig.bus)
        rig.load("a.mp4")
        await rig.run(for: 1, until: { rig.player.advertisement != nil })
        #expect(bus["PlaybackStatus"] == .string("Playing"))
        for pause in [MPRISCommand.pause, .playPause, .setRate(0)] {
            await bus.call(pause)
            #expect(bus["PlaybackStatus"] == .string("Paused") && rig.player.advertisement?.isPaused == true)
            #expect(!rig.player.intendsToPlay && rig.player.timeControlStatus == .paused && rig.player.reasonForWaitingToPlay == nil)
            await bus.call(pause == .playPause ? .playPause : .play)
            #expect(bus["PlaybackStatus"] == .string("Playing") && rig.player.advertisement?.isPaused == false)
            #expect(rig.player.intendsToPlay && rig.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        }
        rig.player.release()
    }

    @Test("Without a title the media's own title or its file name is shown, and the media's artist")
    func ownTitle() async throws {
        let rig = ControlledRig { $0.autoplay = true }
        let bus = try #require(rig.bus)
        rig.player.load(PlayerItem(url: URL(fileURLWithPath: "/films/My film.mkv")))
        await rig.run(for: 1)
        #expect(bus.metadata("xesam:title") == .string("My film.mkv") && bus.metadata("xesam:artist") == nil)
        rig.player.load(PlayerItem(url: try #require(URL(string: "https://user:secret@a.example/?token=1"))))
        await rig.run(for: 1)
        #expect(bus.metadata("xesam:title") == .string("a.example"))

        var media = MediaDescription.scripted(duration: 10)
        (media.title, media.artist) = ("Film", "Maker")
        let tagged = ControlledRig(EngineScript(media: media)) { $0.autoplay = true }
        tagged.player.load(PlayerItem(url: URL(fileURLWithPath: "/a.mkv"), title: " "))
        await tagged.run(for: 1)
        #expect(tagged.bus?.metadata("xesam:title") == .string("Film") && tagged.bus?.metadata("xesam:artist") == .strings(["Maker"]))
        tagged.load("given")
        await tagged.run(for: 1)
        #expect(tagged.bus?.metadata("xesam:title") == .string("given"))
    }

    @Test("Metadata that the app changes while the item plays is published")
    func changedMetadata() async throws {
        let rig = ControlledRig { $0.autoplay = true }
        let bus = try #require(rig.bus)
        rig.load("a.mp4")
        await rig.run(for: 1)
        let item = try #require(rig.player.currentItem)
        item.nowPlaying.artist = "Maker"
        rig.player.setMetadata(ItemMetadata(title: "Changed"), of: item)
        await rig.run(for: 0.05)
        #expect(bus.metadata("xesam:title") == .string("Changed") && bus.metadata("xesam:artist") == .strings(["Maker"]))
    }

    @Test("Of several players only the one that played last is controlled; the previous one returns when it is closed")
    func several() async throws {
        let center = NowPlayingCenter()
        let one = ControlledRig(in: center) { $0.autoplay = true }
        let two = ControlledRig(in: center)
        let (first, second) = (try #require(one.bus), try #require(two.bus))
        one.load("a.mp4")
        two.load("b.mp4")
        await one.run(for: 1)
        await two.run(for: 1)
        #expect(one.controller.isActive && first["CanPlay"] == .bool(true) && second["CanPlay"] == .bool(false))
        await second.call(.play)
        await two.run(for: 1)
        #expect(two.player.state == .ready)
        two.player.play()
        await two.run(for: 1)
        #expect(two.controller.isActive && first["CanPause"] == .bool(false) && second["CanPause"] == .bool(true))
        await first.call(.pause)
        #expect(one.player.intendsToPlay)
        two.controller.close()
        #expect(one.controller.isActive && first["CanPause"] == .bool(true))
        two.player.release()
    }

    @Test("The previous player also returns when the active controller is released")
    func released() async throws {
        let center = NowPlayingCenter()
        let one = ControlledRig(in: center)
        one.load("a.mp4")
        await one.run(for: 1)
        var two: ControlledRig? = ControlledRig(in: center)
        two?.controller.becomeActive()
        #expect(one.bus?["CanPlay"] == .bool(false))
        two = nil
        #expect(one.controller.isActive && one.bus?["CanPlay"] == .bool(true))
    }

    @Test("DVR has no length and position, and supports relative seeks in its window")
    func dvr() async throws {
        let rig = ControlledRig(EngineScript(media: .scriptedLive(window: 300))) { $0.autoplay = true }
        let bus = try #require(rig.bus)
        rig.load("live.m3u8")
        await rig.run(for: 3)
        #expect(rig.player.timeline.kind == .dvr && bus["CanSeek"] == .bool(true))
        #expect(bus.metadata("mpris:length") == nil && bus.position.position(at: rig.stage.clock.now + 9) == 0)
        await bus.call(.seek(-30_000_000))
        await rig.run(for: 1)
        #expect(abs(rig.player.position + 30) < 2 && bus.jumps == [])
        await bus.call(.seek(.min))
        await rig.run(for: 1)
        #expect(rig.player.position < -280 && rig.player.state == .playing)
    }

    @Test("A missing bus is reported once")
    func noBus() async throws {
        let rig = ControlledRig()
        let bus = try #require(rig.bus)
        var received: [NowPlayingAvailability] = []
        rig.controller.onAvailability = { received.append($0) }
        bus.onNews(.unavailable("there is no session bus"))
        bus.onNews(.unavailable("there is no session bus"))
        while received.isEmpty { await Task.yield() }
        for _ in 0..<20 { await Task.yield() }
        #expect(received == [.unavailable(reason: "there is no session bus")])
    }

    @Test("Releasing a controller removes its controls")
    func deallocated() async throws {
        let player = Player()
        var bus: RecordingBus?
        do {
            let controller = NowPlayingController(player: player, options: NowPlayingOptions(), center: NowPlayingCenter()) {
                bus = RecordingBus($2, $3)
                return bus
            }
            #expect(bus?.isClosed == false && controller.isActive)
        }
        #expect(bus?.isClosed == true)
    }
}
