import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Tests the ways to open items in the window.
@Suite(
    "Opening in the desktop player", .tags(.windows),
    .enabled(if: DesktopRig.isPossible && OtherProgram.isInstalled && TestDisplayKind.current == .x11, "drags are driven under X11 only"),
    .serialized, .timeLimit(.minutes(5)))
struct DesktopOpeningTests {
    private func small() async throws -> String {
        try await DesktopTests().sample(SampleRecipe(.file(.mp4), duration: 60, width: 160, height: 90, bFrames: 2))
    }

    private let missing = "/nothing/here.mp4"

    /// A way to open files.
    enum Way: Sendable, CaseIterable {
        case address, fileDialog, copiedFiles, copiedText, drop, busRequest

        /// Whether several files are opened at once.
        var opensSeveral: Bool { [.copiedFiles, .copiedText, .drop].contains(self) }
    }

    @Test("After an error other files are opened by each way, and several together become the list", arguments: Way.allCases)
    func afterError(way: Way) async throws {
        guard SessionBus.isInstalled else { return }
        let session = try await SessionBus()
        let sample = try await small()
        try await withTemporaryFolder { folder in
            let files = ["first.mp4", "second.mp4"].map { folder.appending(path: $0).path }
            for file in files { try FileManager.default.copyItem(atPath: sample, toPath: file) }
            let rig = try await DesktopRig([missing], environment: session.environment)
            try await rig.event("onSetupError")
            try await rig.places("the error") { $0["card"] != nil }
            let count = rig.eventCount
            let other = try await open(files, by: way, rig, session)
            try await rig.event("onPlaylistItem", after: count, where: DesktopRig.isFile(files[0]))
            try await rig.event("onPlay", after: count)
            try await rig.places("no error") { $0["card"] == nil }
            withExtendedLifetime(other) {}
            guard way.opensSeveral else { return }
            try await rig.press("n", expect: "onPlaylistItem", where: DesktopRig.isFile(files[1]))
            try await rig.press("n", expect: "onPlaylistItem", where: DesktopRig.isFile(files[0]))
        }
    }

    /// - Returns: The program that has the copied files, if they are copied.
    private func open(_ files: [String], by way: Way, _ rig: DesktopRig, _ session: SessionBus) async throws -> OtherProgram? {
        switch way {
        case .address:
            try await rig.xdotool("key", "ctrl+l")
            try await rig.enter(files[0], inDialog: "Open address")
        case .fileDialog:
            try await rig.xdotool("key", "ctrl+o")
            // The first slash opens the entry for a path.
            try await rig.enter(files[0], inDialog: "Open files")
        case .copiedFiles, .copiedText:
            let other = try await OtherProgram(rig, with: files, as: way == .copiedText ? .text : .files)
            try await other.copy()
            try await rig.xdotool("key", "ctrl+v")
            return other
        case .drop:
            try await OtherProgram(rig, with: files).drop(on: "card")
            try await rig.takeFocus()
        case .busRequest:
            try await eventually("the player on the bus") { await session.names()?.count == 1 }
            _ = try await session.run(
                "busctl", "--address=\(session.address)", "call", try #require(await session.names()?.first), "/org/mpris/MediaPlayer2",
                "org.mpris.MediaPlayer2.Player", "OpenUri", "s", URL(fileURLWithPath: files[0]).absoluteString)
        }
        return nil
    }

    @Test("After an error a recent item is opened from the start screen, which the context menu shows and Escape hides")
    func recentAfterError() async throws {
        try await withTemporaryFolder { folder in
            let film = folder.appending(path: "film.mp4").path
            try FileManager.default.copyItem(atPath: try await small(), toPath: film)
            let rig = try await DesktopRig(["--no-skip-failed", film, missing], environment: ["XDG_CACHE_HOME": folder.path])
            try await rig.event("onPlay")
            try await rig.press("n", expect: "onError")
            try await rig.places("the error") { $0["card"] != nil }
            try await showRecents(rig)
            try await rig.xdotool("key", "Escape")
            try await rig.places("the error again") { $0["start"] == nil && $0["card"] != nil }
            try await showRecents(rig)
            let count = rig.eventCount
            let card = try #require(rig.places["recent0"])
            try await rig.move(to: card.x + card.width / 2, card.y + card.height / 2)
            try await rig.xdotool("click", "1")
            try await rig.event("onPlaylistItem", after: count, where: DesktopRig.isFile(film))
            try await rig.event("onPlay", after: count)
            try await rig.places("no start screen and no error") { $0["start"] == nil && $0["card"] == nil }
            // The recent item is the whole list.
            try await rig.press("n", expect: "onPlaylistItem", where: DesktopRig.isFile(film))
        }
    }

    private func showRecents(_ rig: DesktopRig) async throws {
        try await rig.xdotool("key", "Menu")
        try await rig.places("the menu") { $0["contextMenu"] != nil }
        // Below are captions and the four lines of the program.
        try await rig.xdotool("key", "--delay", "40", "End", "Up", "Up", "Up", "Up", "Up", "Return")
        try await rig.places("the recent item") { $0["recent0"] != nil && $0["contextMenu"] == nil }
    }

    @Test(
        "A file dropped on the controls, the title, the captions or a pane opens as on the picture",
        arguments: ["picture", "title", "cues", "timeline", "play", "preferencesPane", "statistics"])
    func drop(on name: String) async throws {
        let (list, film) = (try await DesktopTests().list(), try await small())
        defer { try? FileManager.default.removeItem(at: URL(fileURLWithPath: list).deletingLastPathComponent()) }
        let rig = try await DesktopRig(["--no-autoplay", "--captions", "en", list])
        try await rig.event("onReady")
        if name == "preferencesPane" { try await rig.xdotool("key", "ctrl+comma") }
        if name == "statistics" { try await rig.xdotool("key", "i") }
        let count = rig.eventCount
        try await OtherProgram(rig, with: [film]).drop(on: name)
        try await rig.event("onPlaylistItem", after: count, where: DesktopRig.isFile(film))
    }

    @Test("A file dropped on a row of the playlist is added to its end, and what plays continues")
    func dropOnList() async throws {
        let (list, film) = (try await DesktopTests().list(), try await small())
        defer { try? FileManager.default.removeItem(at: URL(fileURLWithPath: list).deletingLastPathComponent()) }
        let rig = try await DesktopRig(["--no-autoplay", list])
        try await rig.event("onReady")
        try await rig.xdotool("key", "t")
        let count = rig.eventCount
        try await OtherProgram(rig, with: [film]).drop(on: "row0")
        try await rig.event("onPlaylist", after: count) {
            let files = DesktopRig.files(in: $0)
            return files.count == 3 && files.last == URL(fileURLWithPath: film).absoluteString
        }
        #expect(rig.events("onPlaylistItem").count == 1)
    }

    @Test("A file dropped on an overlay opens as on the picture", .enabled(if: OverlayWindow.isPossible))
    func dropOnOverlay() async throws {
        let film = try await small()
        let window = try await OverlayWindow(["--no-autoplay", OverlayWindowTests.sample()])
        try await window.rig.event("onReady")
        let count = window.rig.eventCount
        try await OtherProgram(window.rig, with: [film]).drop(on: "overlay")
        try await window.rig.event("onPlaylistItem", after: count, where: DesktopRig.isFile(film))
    }
}
