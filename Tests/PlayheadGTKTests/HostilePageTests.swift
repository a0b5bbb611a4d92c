import Foundation
import PlayheadOrigin
import PlayheadOverlay
import TestSupport
import Testing

/// Tests hostile actions of a page in the window other than messages. Hostile messages are tested in memory: `PlayheadOverlayTests`.
@Suite("A hostile page in the window", .tags(.windows), .enabled(if: OverlayWindow.isPossible), .serialized, .timeLimit(.minutes(15)))
struct HostilePageTests {
    @Test("A forbidden action is refused with a warning, or ends the page; playback continues")
    func attacks() async throws {
        let window = try await OverlayWindow(
            [try await OverlayWindowTests.sample(duration: 600)], repeating: [], other: HostilePage.script)
        var isRefused = false
        for page in HostilePage.floods where !isRefused { isRefused = try await isReported(page, window) }
        #expect(isRefused, "messages at once")
        try await calm(window)
        for page in HostilePage.staying {
            try await attack(page, window)
            try await plays(window)
        }
        // The page continues to run and to send messages.
        try await window.order("bridgeMute", ["mute": true], expect: "onMute") { $0["mute"] as? Bool == true }
        #expect(window.rig.events("overlayReady").count == 1)
        for page in HostilePage.ending {
            try await attack(page, window)
            try await plays(window)
            try await window.rig.press("F5", expect: "overlayReady")
        }
        #expect(window.rig.events("onError").isEmpty && window.rig.events("onPause").isEmpty && window.rig.events("onSeek").isEmpty)
        #expect(window.rig.events("onWarning").isEmpty)
    }

    /// Waits until what is left of a flood, which mutes the sound, is received, and the page's messages are permitted again.
    private func calm(_ window: OverlayWindow) async throws {
        func isHeard() -> Bool { window.rig.events("onMute").contains { $0["mute"] as? Bool == false } }
        try await eventually("the page is heard again") {
            try window.order("bridgeMute", ["mute": false])
            try? await eventually("it is heard", within: 1) { isHeard() }
            return isHeard()
        }
    }

    private func attack(_ page: HostilePage, _ window: OverlayWindow) async throws {
        guard try await !isReported(page, window) else { return }
        let emitted = window.rig.events("overlayError").suffix(3).map { $0.payload }
        Issue.record("\(page.name): emitted last \(emitted)")
    }

    /// Lets the page act.
    /// - Returns: Whether the expected report has arrived.
    private func isReported(_ page: HostilePage, _ window: OverlayWindow) async throws -> Bool {
        let count = window.rig.eventCount
        try window.say(.appMessage(jsonString: "{\"other\":\"\(page.name)\"}"))
        do {
            try await window.rig.event("overlayError", after: count) { event in
                let error = event.payload["error"] as? [String: Any]
                return error?["code"] as? Int == page.code && (error?["message"] as? String)?.contains(page.reason) == true
            }
            return true
        } catch { return false }
    }

    /// Waits until the playhead advances.
    private func plays(_ window: OverlayWindow) async throws {
        let count = window.rig.eventCount
        try await window.rig.event("onTime", after: count) { $0["state"] as? String == "playing" }
    }

    @Test(
        "The page reaches neither the program's handler nor files outside of its folder; messages are not run as script; its data ends with the window"
    )
    func reach() async throws {
        let window = try await OverlayWindow(
            [try await OverlayWindowTests.sample(duration: 60)], repeating: ["appLanguage"], other: HostilePage.script)
        try await ask("reach", in: window, expect: "undefinedundefined" as NSString)
        try await ask("files", in: window, expect: [200, 404, 404, 404, 404] as NSArray)
        try await ask("keep", in: window, expect: "old" as NSString)
        for text in [
            "</script><script>executed = 1</script>", "\"); executed = 1; (\"", "\u{2028}executed = 1\u{2028}", "${executed = 1}", "`'\\",
        ] {
            try window.say(.appLanguage(language: text))
            try await window.receives("appLanguage") { $0["language"] as? String == text }
        }
        try await ask("executed", in: window, expect: "nothing" as NSString)
        let other = try await OverlayWindow(
            [try await OverlayWindowTests.sample(duration: 60)], repeating: ["appLanguage"], other: HostilePage.script)
        try await ask("kept", in: other, expect: "nothing" as NSString)
    }

    private func ask(_ question: String, in window: OverlayWindow, expect answer: NSObject) async throws {
        let count = window.rig.eventCount
        try window.say(.appMessage(jsonString: "{\"other\":\"\(question)\"}"))
        try await window.rig.event("bridgeMessage", after: count) { event in
            let text = event.payload["jsonString"] as? String ?? ""
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            return (object?["report"] as? NSObject) == answer
        }
    }

    struct Elsewhere: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let path: String
        let code: Int
        let reason: String
    }

    @Test(
        "A page of a server must come from the requested origin alone, and stay there",
        arguments: [
            Elsewhere(testDescription: "sent on to another origin", path: "away", code: 207_002, reason: "only http://127.0.0.1"),
            Elsewhere(testDescription: "missing", path: "none", code: 207_002, reason: "404"),
            Elsewhere(testDescription: "no page", path: "archive", code: 207_002, reason: "not a page"),
            Elsewhere(testDescription: "another origin in a frame", path: "frame.html", code: 307_013, reason: "frames are not supported"),
            Elsewhere(testDescription: "goes to another origin", path: "leaves.html", code: 307_004, reason: "gone"),
        ])
    func elsewhere(page: Elsewhere) async throws {
        let (origin, evil) = (try await LoopbackOrigin.start(), try await LoopbackOrigin.start())
        evil.add("page.html", text: "<!doctype html>evil", type: "text/html")
        let address = evil.url("page.html").absoluteString
        origin.add("away", text: "", type: "text/html")
        origin.addFault(Fault(path: "away", kind: .redirect(to: address)))
        origin.add("archive", text: "x", type: "application/zip")
        origin.add("frame.html", text: "<!doctype html><iframe src=\"\(address)\"></iframe>", type: "text/html")
        origin.add(
            "leaves.html", text: "<!doctype html><script>setTimeout(() => location = \"\(address)\", 50)</script>", type: "text/html")
        let rig = try await DesktopRig(
            ["--overlay", origin.url(page.path).absoluteString, try await OverlayWindowTests.sample(duration: 60)])
        try await rig.event("overlayError") { event in
            let error = event.payload["error"] as? [String: Any]
            return error?["code"] as? Int == page.code && (error?["message"] as? String)?.contains(page.reason) == true
        }
        let count = rig.eventCount
        try await rig.event("onTime", after: count)
        await origin.stop()
        await evil.stop()
    }
}
