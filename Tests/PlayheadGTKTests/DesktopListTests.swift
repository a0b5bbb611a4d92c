import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Tests a playlist in the window with a failing item.
@Suite("The desktop player's list", .tags(.windows), .enabled(if: DesktopRig.isPossible), .serialized, .timeLimit(.minutes(5)))
struct DesktopListTests {
    private func small() async throws -> String {
        try await DesktopTests().sample(SampleRecipe(.file(.mp4), duration: 6, width: 160, height: 90, bFrames: 2))
    }

    private let missing = "/nothing/here.mp4"

    private static func index(_ event: [String: Any]) -> Int? { event["index"] as? Int }

    @Test("After an error the bar's buttons open other items")
    func afterError() async throws {
        guard SessionBus.isInstalled else { return }
        let bus = try await SessionBus()
        let sample = try await small()
        let rig = try await DesktopRig(["--no-skip-failed", sample, missing, sample], environment: bus.environment)
        try await rig.event("onPlay")
        try await rig.press("n", expect: "onError")
        try await rig.places("the error with both ways out") { $0["card"] != nil && $0["next"] != nil && $0["previous"] != nil }
        let count = rig.eventCount
        try await rig.click("next", expect: "onPlaylistItem") { Self.index($0) == 2 }
        try await rig.event("onPlay", after: count)
        try await rig.press("p", expect: "onError")
        try await rig.places("the error again") { $0["card"] != nil && $0["previous"] != nil }
        try await rig.click("previous", expect: "onPlaylistItem") { Self.index($0) == 0 }
    }

    @Test(
        "The playlist leaves the control bar free, also after a change of the window's size", arguments: [("960", "540"), ("480", "400")])
    func listAboveBar(width: String, height: String) async throws {
        let rig = try await DesktopRig(["--no-autoplay", try await small(), missing])
        try await rig.event("onReady")
        try await rig.xdotool("key", "t")
        try await rig.places("the list") { $0["playlistPane"] != nil }
        let window = try #require(try await rig.windows().first)
        try await rig.xdotool("windowsize", window, width, height)
        try await rig.places("the list above the bar") { places in
            guard let list = places["playlistPane"], let bar = places["bar"] else { return false }
            return bar.width == Double(width) && bar.bottom == Double(height) && abs(list.bottom - bar.y) < 1
        }
        // The button is right of the list's left edge.
        try await rig.click("fullscreen", expect: "onFullscreen") { $0["state"] as? Int == 1 }
    }

    @Test("Title and captions are beside the playlist, and a narrow window shows the playlist alone")
    func besideList() async throws {
        let list = try await DesktopTests().list()
        defer { try? FileManager.default.removeItem(at: URL(fileURLWithPath: list).deletingLastPathComponent()) }
        let rig = try await DesktopRig(["--no-autoplay", "--captions", "en", list])
        try await rig.event("onReady")
        try await rig.xdotool("key", "t")
        try await rig.places("title and captions beside the list") { places in
            guard let list = places["playlistPane"], let cues = places["cues"], let title = places["title"] else { return false }
            return list.x == 640 && cues.x + cues.width <= list.x && title.x + title.width <= list.x
        }
        let window = try #require(try await rig.windows().first)
        try await rig.xdotool("windowsize", window, "400", "400")
        try await rig.places("the list over the whole width") { $0["playlistPane"]?.width == 400 && $0["title"] == nil }
        try await rig.xdotool("key", "Escape")
        try await rig.places("the title") { $0["playlistPane"] == nil && $0["title"] != nil }
    }

    @Test("An item is removed from the playlist after a question, and kept without an answer")
    func removal() async throws {
        let sample = try await small()
        let rig = try await DesktopRig(["--no-autoplay", sample, sample, sample])
        try await rig.event("onReady")
        try await rig.xdotool("key", "t")
        try await rig.places("the list") { $0["row2"] != nil }
        for answer in [["Escape"], ["Tab", "Return"]] {
            let (windows, count) = (try await rig.windowsAndPopups(), rig.eventCount)
            try await rig.xdotool("key", "Delete")
            try await eventually("the question") { try await rig.windowsAndPopups().count > windows.count }
            try await rig.places("no focus in the window") { $0["focus"] == nil }
            for key in answer { try await rig.xdotool("key", key) }
            try await rig.places("the focus in the window") { $0["focus"] != nil }
            if answer == ["Escape"] { #expect(rig.places["row2"] != nil) } else { try await rig.event("onPlaylist", after: count) }
        }
        try await rig.places("two items") { $0["row1"] != nil && $0["row2"] == nil }
    }

    @Test("A dragged row of the playlist is readable at the pointer, and is moved to the row on which it is dropped")
    func draggedRow() async throws {
        let list = try await DesktopTests().list()
        defer { try? FileManager.default.removeItem(at: URL(fileURLWithPath: list).deletingLastPathComponent()) }
        let film = try await small()
        // The place of a window with a frame is not exact.
        let rig = try await DesktopRig(["--no-autoplay", "--fullscreen", "--theme", "light", list, film])
        try await rig.event("onReady")
        try await rig.places("the whole screen") { $0["bar"]?.width == 1280 }
        try await rig.xdotool("key", "t")
        try await rig.places("the rows") { $0["row2"] != nil }
        let (row, target) = (try #require(rig.places["row1"]), try #require(rig.places["row2"]))
        let text = Self.shades(of: try await rig.picture(of: row))
        try await eventually("the moved row") {
            let count = rig.eventCount
            try await rig.move(to: row.x + row.width * 0.3, row.y + row.height / 2)
            try await rig.xdotool("mousedown", "1", "mousemove_relative", "6", "3", "mousemove_relative", "6", "3")
            // Over the picture, left of the list.
            let shift = -500.0
            let shown = DesktopRig.Place(x: row.x + shift, y: row.y, width: row.width, height: row.height)
            var now = (dark: 0, light: 0)
            try await eventually("the row beside the list, \(now) of \(text)") {
                try await rig.move(to: shown.x + shown.width * 0.3, shown.y + shown.height / 2)
                now = Self.shades(of: try await rig.picture(of: shown))
                return now.dark > text.dark / 2 && now.dark < text.dark * 2 && now.light > text.light * 3 / 4
            }
            try await rig.move(to: target.x + target.width / 2, target.y + target.height / 2)
            try await rig.xdotool("mouseup", "1")
            // A drop before the list has accepted it has no effect.
            let pause = 5.0
            return (try? await eventually("the list", within: pause) { rig.eventCount > count && !rig.events("onPlaylist").isEmpty }) != nil
        }
        let files = try #require(rig.events("onPlaylist").last.map(DesktopRig.files))
        #expect(files.count == 3 && files[1] == URL(fileURLWithPath: film).absoluteString && files[0] == files[2])
        #expect(rig.events("onPlaylistItem").count == 1)
    }

    /// Returns the numbers of dark and light pixels.
    private static func shades(of picture: [UInt8]) -> (dark: Int, light: Int) {
        let sums = stride(from: 0, to: picture.count - 2, by: 3).map { picture[$0..<$0 + 3].reduce(0) { $0 + Int($1) } }
        return (sums.count { $0 < 3 * 110 }, sums.count { $0 > 3 * 190 })
    }

    @Test("Keys work after a click on a button that disappears")
    func keyAfterClick() async throws {
        let sample = try await small()
        let rig = try await DesktopRig(["--no-skip-failed", sample, missing, sample])
        try await rig.event("onPlay")
        try await rig.press("n", expect: "onError")
        try await rig.places("the error with both ways out") { $0["card"] != nil && $0["next"] != nil && $0["previous"] != nil }
        try await rig.click("previous", expect: "onPlaylistItem") { Self.index($0) == 0 }
        try await rig.press("n", expect: "onError")
    }

    @Test("After an error keys and media keys open other items")
    func keysAfterError() async throws {
        guard SessionBus.isInstalled else { return }
        let bus = try await SessionBus()
        let sample = try await small()
        let rig = try await DesktopRig(["--no-skip-failed", sample, missing, sample], environment: bus.environment)
        try await rig.event("onPlay")
        try await rig.press("n", expect: "onError")
        try await control("next", on: bus, rig) { Self.index($0) == 2 }
        try await rig.press("p", expect: "onError")
        try await rig.places("the error") { $0["card"] != nil }
        try await rig.press("n", expect: "onPlaylistItem") { Self.index($0) == 2 }
        try await rig.press("p", expect: "onError")
        try await control("previous", on: bus, rig) { Self.index($0) == 0 }
    }

    private func control(_ command: String, on bus: SessionBus, _ rig: DesktopRig, expect condition: ([String: Any]) -> Bool) async throws {
        let count = rig.eventCount
        _ = try await bus.run("playerctl", command)
        try await rig.event("onPlaylistItem", after: count, where: condition)
        #expect(rig.events("onWarning").isEmpty)
    }

    @Test("The space bar and an error in a single item retry the item")
    func again() async throws {
        let rig = try await DesktopRig([missing])
        try await rig.event("onSetupError")
        try await rig.places("the error") { $0["card"] != nil && $0["next"] == nil }
        try await rig.press("space", expect: "onPlaylistItem")
        try await rig.press("n", expect: "onPlaylistItem")
        #expect(rig.events("onWarning").isEmpty)
    }

    @Test("An item that fails is skipped with a message, also on the way back")
    func skipping() async throws {
        let sample = try await small()
        let rig = try await DesktopRig([sample, missing, sample])
        try await rig.event("onPlay")
        try await rig.press("n", expect: "onPlaylistItem") { Self.index($0) == 2 }
        try await rig.places("the message") { $0["toast"] != nil }
        try await rig.press("p", expect: "onPlaylistItem") { Self.index($0) == 0 }
        #expect(rig.events("onWarning").count == 2 && rig.events("onError").isEmpty)
    }

    @Test("A list of a thousand items is shown whole, and a moved item that plays is not loaded again")
    func longList() async throws {
        try await withTemporaryFolder { folder in
            let list = folder.appending(path: "long.m3u")
            try Data(String(repeating: try await small() + "\n", count: 1000).utf8).write(to: list)
            let rig = try await DesktopRig([list.path])
            try await rig.event("onPlay")
            try await rig.press("t", "ctrl+Down", expect: "onPlaylist")
            #expect(rig.events("onPlaylistItem").count == 1)
            try await rig.press("End", "Return", expect: "onPlaylistItem") { Self.index($0) == 999 }
        }
    }
}
