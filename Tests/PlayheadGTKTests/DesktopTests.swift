import Foundation
import PlayheadTestKit
import TestSupport
import Testing

/// The program's window, worked by keys and pointer.
@Suite("The desktop player", .enabled(if: DesktopRig.isPossible), .serialized, .timeLimit(.minutes(5)))
struct DesktopTests {
    private func sample(_ recipe: SampleRecipe) async throws -> String {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try await SampleStreams(cache: package.appendingPathComponent(".build/samples")).url(of: recipe).path
    }

    private var small: SampleRecipe { SampleRecipe(.file(.mp4), duration: 6, width: 160, height: 90, bFrames: 2) }

    @Test("Keys play, pause, seek, mute, change the volume and the speed and fill the screen; the view's events come in order; q ends it")
    func keys() async throws {
        let rig = try await DesktopRig([try await sample(small), "--no-autoplay"])
        try await rig.event("onReady")
        try await rig.press("space", expect: "onPlay")
        try await rig.press("space", expect: "onPause") { $0["reason"] as? String == "interaction" }
        try await rig.press("5", expect: "onSeeked") { abs(($0["position"] as? Double ?? 0) - 3) < 0.1 }
        try await rig.press("m", expect: "onMute")
        try await rig.press("Down", expect: "onVolume") { $0["volume"] as? Double == 0.9 }
        try await rig.press("greater", expect: "onPlaybackRateChanged") { $0["playbackRate"] as? Double == 1.25 }
        let before = rig.eventCount
        try await rig.press("f", expect: "onFullscreen") { $0["state"] as? Int == 1 }
        try await rig.event("onResize", after: before) { ($0["size"] as? [String: Any])?["width"] as? Int == 1280 }
        let told = rig.events.dropFirst(before).compactMap { $0["event"] as? String }
        let requested = try #require(told.firstIndex(of: "onFullscreenRequested"))
        let done = try #require(told.firstIndex(of: "onFullscreen"))
        #expect(requested < done)
        try await rig.press("Escape", expect: "onFullscreen") { $0["state"] as? Int == 0 }
        #expect(rig.events("onControls").count == 1 && !rig.events("onControlBarVisible").isEmpty)
        try await rig.xdotool("key", "q")
        try await eventually("the end") { try await rig.windows().isEmpty }
    }

    @Test("A click pauses and is told, two fill the screen; hidden it goes on without pictures, and other categories pause")
    func pointerAndBackground() async throws {
        let rig = try await DesktopRig([try await sample(small), "--category", "soloAmbient"])
        try await rig.event("onPlay")
        try await rig.xdotool("mousemove", "640", "300", "click", "1")
        try await rig.event("onDisplayClick")
        try await rig.event("onPause")
        let before = rig.eventCount
        try await rig.xdotool("click", "--repeat", "2", "--delay", "60", "1")
        try await rig.event("onFullscreen", after: before)
        try await rig.press("Escape", "space", expect: "onPlay")
        let window = try #require(try await rig.windows().first)
        let played = rig.eventCount
        try await rig.xdotool("windowminimize", window)
        try await rig.event("onPause", after: played) { $0["reason"] as? String == "background" }
        try await rig.xdotool("windowmap", window)
    }
}
