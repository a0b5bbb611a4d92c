import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Tests the size and the place of the window.
@Suite("The desktop player's window", .tags(.windows), .enabled(if: DesktopRig.isPossible), .serialized, .timeLimit(.minutes(5)))
struct DesktopSizeTests {
    private func classic() async throws -> String {
        try await DesktopTests().sample(SampleRecipe(.file(.mp4), duration: 6, width: 160, height: 120, bFrames: 2))
    }

    @Test("The window takes the shape of its first film, and its size at the original size")
    func shape() async throws {
        let rig = try await DesktopRig([try await classic()])
        try await rig.places("a window of 4 : 3") { $0["bar"]?.width == 831 && $0["bar"]?.bottom == 624 }
        try await rig.places("no bars beside the picture") { abs(($0["video"]?.width ?? 0) - 831) < 2 }
        // Below captions, sound and speed is the page of the picture; below "Whole picture" are two others and the original size.
        try await rig.point(at: "settings", click: true)
        try await rig.places("the settings") { $0["rootMenu"] != nil }
        try await rig.xdotool("key", "--delay", "40", "End", "Return")
        try await rig.places("the page of the picture") { $0["pictureMenu"] != nil }
        try await rig.xdotool("key", "--delay", "40", "Down", "Down", "Down", "Return")
        try await rig.places("the smallest window for 160 × 120") { $0["bar"]?.width == 320 && $0["bar"]?.bottom == 180 }
    }

    @Test("A size on the command line is kept")
    func givenSize() async throws {
        let rig = try await DesktopRig(["--size", "800x300", try await classic()])
        try await rig.event("onComplete")
        try await rig.places("a bar of the given size") { $0["bar"]?.width == 800 && $0["bar"]?.bottom == 300 }
    }

    @Test("The mini window is small after full screen as well, and the next change restores the size from before full screen")
    func miniFromFullscreen() async throws {
        let rig = try await DesktopRig(["--size", "800x450", "--no-autoplay", try await classic()])
        try await rig.event("onReady")
        try await rig.press("f", expect: "onFullscreen") { $0["state"] as? Int == 1 }
        try await rig.places("the whole screen") { $0["bar"]?.width == 1280 && $0["bar"]?.bottom == 720 }
        try await rig.press("w", expect: "onFullscreen") { $0["state"] as? Int == 0 }
        try await rig.places("a mini window of 4 : 3") { $0["bar"]?.width == 400 && $0["bar"]?.bottom == 300 }
        try await rig.xdotool("key", "w")
        try await rig.places("the window as before") { $0["bar"]?.width == 800 && $0["bar"]?.bottom == 450 }
    }

    @Test("Dragging the picture moves the window, and does not pause")
    func drag() async throws {
        let rig = try await DesktopRig(["--size", "640x360", try await classic()])
        try await rig.event("onPlay")
        let window = try #require(try await rig.windows().first)
        try await rig.point(at: "picture")
        let before = try await rig.display.origin(of: window)
        try await rig.xdotool("mousedown", "1")
        // The display takes the window over after the first movements, and follows the later ones.
        try await eventually("another place than \(before)") {
            try await rig.xdotool("mousemove_relative", "6", "4")
            let now = try await rig.display.origin(of: window)
            return now.x > before.x && now.y > before.y
        }
        try await rig.xdotool("mouseup", "1")
        try await rig.event("onComplete")
        #expect(rig.events("onPause").isEmpty && rig.events("onDisplayClick").isEmpty)
    }
}
