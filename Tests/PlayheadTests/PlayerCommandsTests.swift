import Foundation
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples
import PlayheadTestKit
import Synchronization
import TestSupport
import Testing

@testable import Playhead

@Suite("The commands and selections of a player", .timeLimit(.minutes(5)))
@MainActor
struct PlayerCommandsTests {
    /// Counts pictures.
    private final class CountingOutput: VideoOutput {
        private let counts = Mutex((shown: 0, shownAfterClear: 0, cleared: 0))
        var shown: Int { counts.withLock { $0.shown } }
        var shownAfterClear: Int { counts.withLock { $0.shownAfterClear } }
        var cleared: Int { counts.withLock { $0.cleared } }

        func present(_ picture: VideoPicture) {
            counts.withLock {
                $0.shown += 1
                if $0.cleared > 0 { $0.shownAfterClear += 1 }
            }
        }

        func clear() { counts.withLock { $0.cleared += 1 } }
    }

    private func fast() -> PlayerConfiguration {
        var configuration = PlayerConfiguration()
        configuration.pacing = .unpaced
        return configuration
    }

    @Test("Two lines play a stream; finished() returns at the end of the list")
    func twoLines() async throws {
        let player = Player(url: try await Samples.streams.url(of: Samples.mp4), configuration: fast())
        player.play()
        try await player.finished()
        #expect(player.state == .ended)
        #expect(player.statistics.framesShown > 0)
        // The list has ended already.
        try await player.finished()
        player.release()
        await player.released()
    }

    @Test("finished() throws the error of a list that failed, and returns after a release")
    func failure() async throws {
        let player = Player(url: URL(fileURLWithPath: "/nonexistent/\(UUID().uuidString).mp4"), configuration: fast())
        player.play()
        await #expect(throws: PlaybackError.self) { try await player.finished() }
        player.release()
        try await player.finished()
        await player.released()
    }

    @Test("The video output changes during playback and a pause: the new one gets the current picture, the previous one is cleared")
    func videoOutput() async throws {
        let (first, second, third) = (CountingOutput(), CountingOutput(), CountingOutput())
        var configuration = PlayerConfiguration()
        configuration.audioOutput = .none
        configuration.videoOutput = first
        let player = Player(url: try await Samples.streams.url(of: Samples.mp4), configuration: configuration)
        #expect(player.videoOutput === first)
        player.play()
        try await eventually("pictures on the first output") { first.shown >= 3 }
        player.videoOutput = second
        #expect(second.shown >= 1)
        #expect(first.cleared == 1)
        try await eventually("pictures on the second output") { second.shown >= 4 }
        #expect(first.shownAfterClear == 0)

        player.pause()
        try await eventually("the pause") { player.state == .paused }
        player.videoOutput = third
        #expect(third.shown == 1)
        player.videoOutput = nil
        #expect(third.cleared == 1)
        let count = player.statistics.framesShown
        player.play()
        try await eventually("pictures without an output") { player.statistics.framesShown > count + 2 }
        #expect(third.shownAfterClear == 0)
        player.release()
        await player.released()
    }

    @Test("Selections are values: automatic or a level, off or a track, an audio track or nil")
    func selections() async {
        var media = MediaDescription.scripted()
        media.captionsTracks = [.captionsOff, MediaTrack(index: 1, name: "English", language: "en")]
        let rig = ScriptedRig(EngineScript(media: media))
        #expect(rig.player.selectedAudioTrack == nil)
        rig.load("a")
        rig.player.play()
        await rig.run(until: .playing)
        #expect(rig.player.selectedQuality == .automatic)
        #expect(rig.player.selectedCaptions == .off)
        #expect(rig.player.selectedAudioTrack?.name == "English")

        rig.player.selectQuality(.level(2))
        rig.player.selectCaptions(.track(1))
        rig.player.selectAudioTrack(1)
        await rig.run(for: 1)
        #expect(rig.player.selectedQuality == .level(2))
        #expect(rig.player.selectedCaptions == .track(1))
        #expect(rig.player.selectedAudioTrack?.name == "Deutsch")

        rig.player.selectQuality(.automatic)
        rig.player.selectCaptions(.off)
        rig.player.selectQuality(.level(7))
        await rig.run(for: 1)
        #expect(rig.player.selectedQuality == .automatic)
        #expect(rig.player.selectedCaptions == .off)
        #expect(rig.trace.all(WarningEvent.self).count == 1)
    }

    @Test("onNotification calls for the events of that notification, as values, without NotificationCenter")
    func notifications() async {
        let rig = ScriptedRig(EngineScript(media: .scripted(duration: 2))) { $0.postsNotifications = false }
        var (all, errors, ends, positions) = (0, 0, 0, [EventName]())
        let tokens = [
            rig.player.onNotification(.playerAll) { _ in all += 1 },
            rig.player.onNotification(.playerError) { _ in errors += 1 },
            rig.player.onNotification(.didPlayToEndTime) { _ in ends += 1 },
            rig.player.onNotification(.playbackPositionChanged) { positions.append($0.name) },
        ]
        rig.load("a")
        rig.player.play()
        await rig.run(until: .ended)
        #expect(all == rig.trace.events.count)
        #expect(errors == 0)
        #expect(ends == 1)
        #expect(!positions.isEmpty && positions.allSatisfy { $0 == .onTime })

        for token in tokens { token.invalidate() }
        rig.player.play()
        await rig.run(for: 1)
        #expect(all < rig.trace.events.count)
    }
}
