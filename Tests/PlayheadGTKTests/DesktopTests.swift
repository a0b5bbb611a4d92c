import Foundation
import PlayheadOrigin
import PlayheadSamples
import TestSupport
import Testing

/// Tests the program's window with keys and pointer.
@Suite("The desktop player", .tags(.displays), .enabled(if: DesktopRig.isPossible), .serialized, .timeLimit(.minutes(5)))
struct DesktopTests {
    func sample(_ recipe: SampleRecipe) async throws -> String {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try await SampleStreams(cache: package.appendingPathComponent(".build/samples")).url(of: recipe).path
    }

    /// Creates a feed of two ladders; the first one has captions and chapters.
    func list() async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-desktop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let stream = URL(fileURLWithPath: try await sample(.hlsSmallLadder)).absoluteString
        let cues = "WEBVTT\n\n00:00.000 --> 00:06.000\nA line of captions\n"
        let chapters = "WEBVTT\n\n00:00.000 --> 00:03.000\nBeginning\n\n00:03.000 --> 00:06.000\nEnd\n"
        let tracks: [[String: Any]] = [
            ["file": "captions.vtt", "kind": "captions", "label": "English", "language": "en"],
            ["file": "chapters.vtt", "kind": "chapters"],
        ]
        let items: [[String: Any]] = [["title": "One", "file": stream, "tracks": tracks], ["title": "Two", "file": stream]]
        try Data(cues.utf8).write(to: folder.appendingPathComponent("captions.vtt"))
        try Data(chapters.utf8).write(to: folder.appendingPathComponent("chapters.vtt"))
        let file = folder.appendingPathComponent("list.json")
        try JSONSerialization.data(withJSONObject: ["playlist": items]).write(to: file)
        return file.path
    }

    @Test("Every control and menu of the bar works; a narrow bar hides some, and captions stay above it")
    func bar() async throws {
        let list = try await list()
        defer { try? FileManager.default.removeItem(at: URL(fileURLWithPath: list).deletingLastPathComponent()) }
        let rig = try await DesktopRig(["--no-autoplay", list])
        try await rig.event("onReady")
        try await rig.click("play", expect: "onPlay")
        try await rig.click("play", expect: "onPause") { $0["reason"] as? String == "interaction" }
        try await rig.point(at: "timeline", share: 0.25)
        try await rig.places("the preview") { $0["preview"] != nil }
        try await rig.click("timeline", expect: "onSeeked") { abs(($0["position"] as? Double ?? 0) - 3) < 0.2 }
        try await rig.click("volume", expect: "onVolume") { abs(($0["volume"] as? Double ?? 0) - 0.5) < 0.1 }
        try await rig.click("mute", expect: "onMute") { $0["mute"] as? Bool == true }
        try await rig.choose("quality", expect: "onLevelsChanged") { $0["currentQuality"] as? Int == 1 }
        try await rig.choose("audio", expect: "onAudioTrackChanged") { $0["currentTrack"] as? Int == 1 }
        try await rig.choose("speed", expect: "onPlaybackRateChanged") { $0["playbackRate"] as? Double == 1.25 }
        try await rig.choose("captions", expect: "onCaptionsChange") { $0["track"] as? Int == 1 }
        try await rig.places("captions") { $0["cues"] != nil }
        let normal = try #require(rig.places["cues"])
        // The page of the style is behind the chosen track and the file; the largest size is two entries below the chosen one.
        try await rig.point(at: "captions", click: true)
        try await rig.places("the menu") { $0["captionsMenu"] != nil }
        try await rig.xdotool("key", "--delay", "20", "Down", "Down", "Return")
        try await rig.places("the page of the style") { $0["captionStyleMenu"] != nil }
        try await rig.xdotool("key", "--delay", "20", "Down", "Down", "Return")
        try await rig.places("captions of twice the size") { $0["cues"].map { $0.height > 1.8 * normal.height } ?? false }
        try await rig.xdotool("key", "Escape")
        try await rig.places("no menu") { $0["captionStyleMenu"] == nil }
        try await rig.click("fullscreen", expect: "onFullscreen") { $0["state"] as? Int == 1 }
        try await rig.places("the bar below") { $0["bar"]?.bottom == 720 && $0["bar"]?.width == 1280 }
        try await rig.click("fullscreen", expect: "onFullscreen") { $0["state"] as? Int == 0 }
        try await rig.places("the window as before") { $0["bar"]?.width == 960 }
        try await narrow(rig)
        let count = rig.eventCount
        try await rig.click("next", expect: "onPlaylistItem") { ($0["item"] as? [String: Any])?["title"] as? String == "Two" }
        try await rig.event("onStateChange", after: count) { $0["newState"] as? String == "ready" }
        try await rig.click("previous", expect: "onPlaylistItem") { ($0["item"] as? [String: Any])?["title"] as? String == "One" }
    }

    private func narrow(_ rig: DesktopRig) async throws {
        let window = try #require(try await rig.windows().first)
        try await rig.xdotool("windowsize", window, "420", "300")
        try await rig.places("a narrow bar without what it leaves out") {
            $0["bar"]?.width == 420 && $0["speed"] == nil && $0["volume"] == nil && $0["quality"] == nil && $0["play"] != nil
                && $0["settings"] != nil && ($0["fullscreen"]?.x ?? 420) < 400
        }
        try await rig.places("captions above it") { ($0["cues"]?.bottom ?? .infinity) <= $0["bar"]?.y ?? 0 }
        try await rig.xdotool("windowsize", window, "960", "540")
        try await rig.places("a wide bar") { $0["bar"]?.width == 960 && $0["speed"] != nil && $0["volume"] != nil }
    }

    @Test(
        "The preview is shown while the pointer is over the timeline, also after a tooltip and under a resting pointer"
    )
    func preview() async throws {
        let stream = try await sample(.hlsSmallLadder)
        let rig = try await DesktopRig(["--no-autoplay", stream, "/nothing/here.mp4"])
        try await rig.event("onReady")
        // Under Wayland popups are not listed: the tooltip changes the screen beside the bar, on which nothing else moves.
        let bar = try #require(rig.places["bar"])
        var before = try await rig.screen(beside: bar)
        try await eventually("a screen at rest") {
            let last = before
            before = try await rig.screen(beside: bar)
            return before == last
        }
        try await rig.point(at: "play")
        try await eventually("the tooltip") { try await rig.screen(beside: bar) != before }
        try await rig.point(at: "timeline", share: 0.25)
        try await rig.places("the preview") { $0["preview"] != nil }
        try await rig.press("n", expect: "onError")
        try await rig.places("no timeline and no preview") { $0["timeline"] == nil && $0["preview"] == nil }
        try await rig.press("p", expect: "onStateChange") { $0["newState"] as? String == "ready" }
        try await rig.places("the preview under a pointer that stands") { $0["timeline"] != nil && $0["preview"] != nil }
    }

    @Test("Waiting is shown; live has no timeline; the LIVE button returns to the edge of a DVR window; an error can be retried")
    func live() async throws {
        let origin = try await LoopbackOrigin.start()
        let stream = URL(fileURLWithPath: try await sample(.hlsFragmentedMP4))
        let url = origin.serve(try LiveBroadcast(of: stream, options: LiveOptions(window: .dvr(60), initialDuration: 70)))
        origin.addFault(Fault(path: "slow.m3u8", kind: .latency(60)))
        let missing = origin.url("missing").absoluteString + ".mp4"
        let rig = try await DesktopRig([origin.url("slow.m3u8").absoluteString, url.absoluteString, url.absoluteString + "?DVR", missing])
        try await rig.places("the screen of what is waited for") { $0["waiting"] != nil && $0["timeline"] == nil }
        try await rig.press("n", expect: "onPlay")
        try await rig.places("LIVE without a timeline") {
            $0["live"] != nil && $0["timeline"] == nil && $0["speed"] == nil && $0["waiting"] == nil
        }
        try await rig.press("n", expect: "onPlay")
        try await rig.places("the window at its edge") { $0["timeline"] != nil && $0["elapsed"] == nil }
        let edge = try #require(rig.places["live"])
        try await rig.click("timeline", share: 0.4, expect: "onSeeked") { ($0["position"] as? Double ?? 0) < -20 }
        try await rig.places("how far behind it is in the pill") { ($0["live"]?.width ?? 0) > edge.width + 20 }
        try await rig.click("live", expect: "onSeeked") { ($0["position"] as? Double ?? -60) > -3 }
        try await rig.places("the edge") { $0["live"]?.width == edge.width && edge.height == 22 }
        try await rig.press("n", expect: "onError")
        try await rig.places("the error") { $0["card"] != nil && $0["retry"] != nil && $0["replay"] == nil }
        try await rig.click("retry", expect: "onError")
        await origin.stop()
    }

    @Test("At the end the item can be replayed, and on a screen with double density sizes are in its pixels")
    func endAndDensity() async throws {
        let rig = try await DesktopRig(["--size", "480x270", try await sample(brief)], scale: 2)
        try await rig.event("onResize") { ($0["size"] as? [String: Any])?["width"] as? Int == 960 }
        try await rig.press("End", expect: "onComplete")
        try await rig.click("replay", expect: "onPlay")
        try await rig.places("no card") { $0["card"] == nil && $0["bar"]?.width == 480 }
    }

    private var brief: SampleRecipe { SampleRecipe(.file(.mp4), duration: 6, width: 160, height: 90, bFrames: 2) }

    /// A film that is not over before the steps of a test, on a slow machine too.
    private var small: SampleRecipe { SampleRecipe(.file(.mp4), duration: 60, width: 160, height: 90, bFrames: 2) }

    @Test("Keys play, pause, seek, mute, change volume and speed and toggle full screen; the view's events are in order; q quits")
    func keys() async throws {
        let rig = try await DesktopRig([try await sample(small), "--no-autoplay"])
        try await rig.event("onReady")
        try await rig.press("space", expect: "onPlay")
        try await rig.press("space", expect: "onPause") { $0["reason"] as? String == "interaction" }
        try await rig.press("5", expect: "onSeeked") { abs(($0["position"] as? Double ?? 0) - 30) < 0.1 }
        try await rig.press("m", expect: "onMute")
        try await rig.press("Down", expect: "onVolume") { $0["volume"] as? Double == 0.9 }
        try await rig.press("greater", expect: "onPlaybackRateChanged") { $0["playbackRate"] as? Double == 1.25 }
        let before = rig.eventCount
        try await rig.press("f", expect: "onFullscreen") { $0["state"] as? Int == 1 }
        try await rig.event("onResize", after: before) { ($0["size"] as? [String: Any])?["width"] as? Int == 1280 }
        let emitted = rig.events.dropFirst(before).compactMap { $0["event"] as? String }
        let requested = try #require(emitted.firstIndex(of: "onFullscreenRequested"))
        let done = try #require(emitted.firstIndex(of: "onFullscreen"))
        #expect(requested < done)
        try await rig.press("Escape", expect: "onFullscreen") { $0["state"] as? Int == 0 }
        #expect(rig.events("onControls").count == 1 && !rig.events("onControlBarVisible").isEmpty)
        try await rig.xdotool("key", "q")
        try await eventually("the end") { try await rig.windows().isEmpty }
    }

    @Test("A click pauses and is reported")
    func click() async throws {
        let rig = try await DesktopRig([try await sample(small)])
        try await rig.event("onPlay")
        let count = rig.eventCount
        try await rig.point(at: "picture", click: true)
        try await rig.event("onDisplayClick", after: count)
        try await rig.event("onPause", after: count) { $0["reason"] as? String == "interaction" }
    }

    @Test("The context menu plays and pauses, opens pages of the settings and shows the preferences")
    func contextMenu() async throws {
        let rig = try await DesktopRig([try await sample(small), "--no-autoplay"])
        try await rig.event("onReady")
        for name in ["onPlay", "onPause"] {
            try await openMenu(rig)
            try await rig.press("Return", expect: name)
            try await rig.places("no menu") { $0["contextMenu"] == nil }
        }
        try await openMenu(rig)
        // Below "Play" are the settings: captions, audio track, speed.
        try await rig.xdotool("key", "--delay", "20", "Down", "Down", "Down", "Return")
        try await rig.places("the speeds") { $0["speedMenu"] != nil && $0["contextMenu"] == nil }
        try await rig.xdotool("key", "Escape")
        try await rig.places("no speeds") { $0["speedMenu"] == nil }
        try await rig.xdotool("key", "ctrl+comma")
        try await rig.places("the preferences above the bar") {
            guard let pane = $0["preferencesPane"], let bar = $0["bar"] else { return false }
            return $0["remembers"] != nil && abs(pane.bottom - bar.y) < 1
        }
        try await rig.xdotool("key", "Escape")
        try await rig.places("no preferences") { $0["preferencesPane"] == nil }
    }

    private func openMenu(_ rig: DesktopRig) async throws {
        // A click while the previous menu closes does nothing more.
        try await eventually("the menu") {
            try await rig.point(at: "picture", share: 0.3)
            // GTK looks for the widget under the pointer only when the pointer moves.
            try await rig.xdotool("mousemove_relative", "1", "0", "click", "3")
            let pause = 5.0
            return (try? await eventually("the menu after a click", within: pause) { rig.places["contextMenu"] != nil }) != nil
        }
    }

    @Test("A double click toggles full screen, and does not pause")
    func doubleClick() async throws {
        let rig = try await DesktopRig([try await sample(brief)])
        try await rig.event("onPlay")
        try await rig.point(at: "picture")
        try await rig.places("the pointer") { $0["pointer"] != nil }
        try await rig.xdotool("click", "--repeat", "2", "--delay", "60", "1")
        try await rig.event("onFullscreen") { $0["state"] as? Int == 1 }
        try await rig.event("onComplete")
        #expect(rig.events("onPause").isEmpty)
    }

    @Test(
        "A hidden window plays without pictures, and other categories pause",
        .enabled(if: TestDisplayKind.current.reportsHiddenWindows, "sway up to 1.10 does not report that a window is hidden"))
    func background() async throws {
        let rig = try await DesktopRig([try await sample(small), "--category", "soloAmbient"])
        try await rig.event("onPlay")
        let window = try #require(try await rig.windows().first)
        let played = rig.eventCount
        try await rig.xdotool("windowminimize", window)
        try await rig.event("onPause", after: played) { $0["reason"] as? String == "background" }
        try await rig.xdotool("windowmap", window)
    }
}
