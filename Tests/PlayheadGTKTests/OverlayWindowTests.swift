import Foundation
import OverlayTestSupport
import PlayheadOverlay
import PlayheadSamples
import TestSupport
import Testing

/// Tests an overlay's page in WebKitGTK over the picture of the window.
@Suite("An overlay in the window", .tags(.displays), .enabled(if: OverlayWindow.isPossible), .serialized, .timeLimit(.minutes(5)))
struct OverlayWindowTests {
    static func sample(duration: Double = 6) async throws -> String {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let recipe = SampleRecipe(.file(.mp4), duration: duration, width: 160, height: 90, bFrames: 2)
        return try await SampleStreams(cache: package.appendingPathComponent(".build/samples")).url(of: recipe).path
    }

    @Test("Every message is transferred between page and program in its direction")
    func rows() async throws {
        let window = try await OverlayWindow(["--no-autoplay", Self.sample()])
        try await window.rig.event("onReady")
        for row in Rows.all where !row.isFromPage {
            let count = window.rig.eventCount
            try window.rig.say(row.text)
            try await window.rig.event("bridgeMessage", after: count) { row.isSame(as: $0.payload["jsonString"] as? String ?? "") }
        }
        for row in Rows.all where row.isFromPage {
            let said = try #require(
                try JSONSerialization.jsonObject(with: Data(row.message.text().utf8)) as? NSDictionary)
            let count = window.rig.eventCount
            try window.say(Rows.order(row))
            try await window.rig.event(row.message.name.rawValue, after: count) { $0 as NSDictionary == said }
        }
    }

    @Test("The page's messages control the player, and the page receives the player's events")
    func effects() async throws {
        let window = try await OverlayWindow(["--no-autoplay", Self.sample()])
        let rig = window.rig
        try await rig.event("onReady")
        try await window.receives("playerReady")
        try await window.receives("playerMetadata")
        try await window.order("bridgeTime", ["timecode": 3000], expect: "onSeeked") { abs(($0["position"] as? Double ?? 0) - 3) < 0.1 }
        try await window.receives("playerTime") {
            $0["timecode"] as? Int == 3000 && $0["initialTimecode"] as? Int == 0 && $0["maxTimecode"] as? Int == 6000
        }
        try await window.order("bridgeSpeed", ["speed": 0.5], expect: "onPlaybackRateChanged") { $0["playbackRate"] as? Double == 0.5 }
        try await window.receives("playerSpeed") { $0["speed"] as? Double == 0.5 }
        try await window.order("bridgeVolume", ["volume": 30], expect: "onVolume") { $0["volume"] as? Double == 0.3 }
        try await window.receives("playerVolume") { $0["volume"] as? Int == 30 }
        try await window.order("bridgeMute", ["mute": true], expect: "onMute") { $0["mute"] as? Bool == true }
        try await window.receives("playerMute") { $0["mute"] as? Bool == true }
        try await window.order("bridgeState", ["state": "playing"], expect: "onPlay")
        try await window.receives("playerState") { $0["state"] as? String == "playing" }
        try await window.order("bridgeState", ["state": "paused"], expect: "onPause") { $0["reason"] as? String == "interaction" }
        try await window.receives("playerState") { $0["state"] as? String == "paused" }
        try await window.order("bridgeState", ["state": "stopped"], expect: "onIdle")
        try await window.receives("playerState") { $0["state"] as? String == "stopped" }
    }

    @Test("The page scales the picture about its pivot over the duration, and is notified; the end of the page restores the size")
    func scale() async throws {
        let window = try await OverlayWindow([Self.sample(duration: 60)])
        let rig = window.rig
        try await rig.places("the whole picture") { $0["video"] == DesktopRig.Place(x: 0, y: 0, width: 960, height: 540) }
        let scale: [String: Any] = [
            "videoScaleX": 0.5, "videoScaleY": 0.5, "videoPivotX": 1, "videoPivotY": 0, "videoScaleDuration": 300,
        ]
        try await window.order("bridgeVideoScale", scale, expect: "playerVideoScale") {
            $0.payload as NSDictionary == scale as NSDictionary
        }
        try await window.receives("playerVideoScale")
        try await rig.places("the picture in the corner") { $0["video"] == DesktopRig.Place(x: 480, y: 0, width: 480, height: 270) }
        try await rig.xdotool("key", "F5")
        try await rig.places("the whole picture") { $0["video"] == DesktopRig.Place(x: 0, y: 0, width: 960, height: 540) }
    }

    @Test("Clicks on the empty stage show and hide the control bar, swipes are reported, and the page receives the bar's state")
    func stage() async throws {
        let window = try await OverlayWindow([Self.sample(duration: 60)])
        let rig = window.rig
        try await rig.event("playerStage") { $0.payload["controls"] as? String == "hidden" }
        var count = rig.eventCount
        try await rig.xdotool("mousemove", "640", "250")
        try await rig.event("onControlBarVisible", after: count) { $0["visible"] as? Bool == true }
        try await window.receives("playerStage", after: count) { $0["controls"] as? String == "visible" }
        count = rig.eventCount
        try await rig.xdotool("click", "1")
        try await rig.event("bridgeStage", after: count) { $0.payload["controls"] as? String == "hidden" }
        try await rig.event("onControlBarVisible", after: count) { $0["visible"] as? Bool == false }
        for (direction, isVisible, x, y) in [
            ("up", true, 640, 150), ("down", false, 640, 350), ("left", nil, 540, 250), ("right", nil, 740, 250),
        ]
            as [(String, Bool?, Int, Int)]
        {
            count = rig.eventCount
            // The pointer itself shows the bar, so only hiding is tested.
            try await rig.xdotool("mousemove", "640", "250", "mousedown", "1", "mousemove", "\(x)", "\(y)", "mouseup", "1")
            try await rig.event("bridgeStageSwipe", after: count) { $0.payload["direction"] as? String == direction }
            guard let isVisible else { continue }
            try await rig.places("the bar after \(direction)") { ($0["bar"] != nil) == isVisible }
        }
        #expect(rig.events("onPause").isEmpty && rig.events("onDisplayClick").isEmpty)
        // After a click on the page, it would scroll with the arrow keys; after clicks on its empty stage the player handles keys, each
        // once.
        try await rig.press("m", expect: "onMute")
        try await rig.press("Down", expect: "onVolume")
        #expect(rig.events("onMute").count == 1 && rig.events("onVolume").count == 1)
    }

    @Test("A hidden page passes clicks to the player and continues to run; a disabled page is unloaded, and can be reloaded")
    func status() async throws {
        let window = try await OverlayWindow([Self.sample(duration: 60)])
        let rig = window.rig
        try await rig.places("the page") { $0["overlay"] != nil }
        try await window.order("bridgeAppStatus", ["status": "hidden"], expect: "bridgeAppStatus")
        try await rig.places("no page") { $0["overlay"] == nil }
        try await rig.xdotool("mousemove", "640", "250", "click", "1")
        try await rig.event("onDisplayClick")
        try await rig.event("onPause")
        try await window.order("bridgeAppStatus", ["status": "enabled"], expect: "bridgeAppStatus") {
            $0.payload["status"] as? String == "enabled"
        }
        try await rig.places("the page") { $0["overlay"] != nil }
        let count = rig.eventCount
        try await rig.xdotool("mousemove", "630", "250", "click", "1")
        try await rig.event("bridgeStage", after: count)
        try await window.order("bridgeAppStatus", ["status": "disabled"], expect: "bridgeAppStatus") {
            $0.payload["status"] as? String == "disabled"
        }
        try await eventually("no process") { window.webProcesses.isEmpty }
        try await rig.press("F5", expect: "overlayReady")
        try await rig.press("space", expect: "onPlay")
    }

    @Test("A killed page process causes a warning; the page can be reloaded, and playback continues")
    func crash() async throws {
        let window = try await OverlayWindow([Self.sample(duration: 60)])
        let rig = window.rig
        var processes: [Int32] = []
        try await eventually("a page process") {
            processes = window.webProcesses
            return !processes.isEmpty
        }
        for process in processes { kill(process, SIGKILL) }
        try await rig.event("overlayError") { ($0.payload["error"] as? [String: Any])?["code"] as? Int == 307_003 }
        let count = rig.eventCount
        try await rig.event("onTime", after: count)
        try await rig.press("F5", expect: "overlayReady")
        #expect(rig.events("onError").isEmpty && rig.events("onPause").isEmpty)
    }
}
