import Foundation
import OverlayTestSupport
import PlayheadOverlay
import PlayheadTestKit
import TestSupport
import Testing

@testable import PlayheadOverlayServer

/// The module for pages in a real browser.
@Suite("A page in Chromium", .timeLimit(.minutes(5)), .enabled(if: Browser.isThere))
@MainActor
struct BrowserTests {
    @Test("sends and receives every message of the table through overlay.js")
    func rows() async throws {
        let rig = try await ScreenRig()
        try Data(#"<!doctype html><script type="module" src="rows.js"></script>"#.utf8).write(to: rig.folder.appending(path: "index.html"))
        try Data(Rows.script.utf8).write(to: rig.folder.appending(path: "rows.js"))
        let address = try #require(rig.screen.address)
        let browser = try Browser(address)
        defer { browser.stop() }
        try await rig.wait { rig.overlay.phase == .ready }
        for row in Rows.all where row.isFromPage {
            // The first of them is said by the module itself, too.
            try await exchange(Rows.order(row), rig) { $0 == row.message }
        }
        for row in Rows.all where !row.isFromPage {
            try await exchange(row.message, rig) { if case .bridgeMessage(let json) = $0 { row.isSame(as: json) } else { false } }
        }
        // A busy page may be taken for gone, and connects again.
        let gone = 307_004
        #expect(rig.errors.allSatisfy { $0.code == gone })
        await rig.stop()
    }

    /// Sends a message until the page answers: on a busy machine the page may find the connection silent, and what is sent until it has
    /// connected again is lost.
    private func exchange(_ message: OverlayMessage, _ rig: ScreenRig, answer: @MainActor (OverlayMessage) -> Bool) async throws {
        rig.player.received = []
        let (attempts, pause) = (30, 10.0)
        for _ in 1..<attempts {
            rig.overlay.send(message)
            do {
                return try await eventually("an answer", within: pause) { rig.player.received.contains(where: answer) }
            } catch is Timeout { continue }
        }
        throw Timeout(description: "no answer to \(message)")
    }

    @Test("notices after some seconds that the player fell silent, and connects again")
    func silence() async throws {
        // One message when a page connects, and no further one as long as the clock stands.
        let rig = try await ScreenRig(heartbeat: Heartbeat(clock: ManualClock()))
        let script = """
            import { connect } from "/playhead/overlay.js";
            const overlay = connect(), states = [];
            let heard, wait;
            overlay.on("session", () => { heard = performance.now(); });
            overlay.on("connection", ({ state }) => {
              states.push(state);
              if (state === "lost" && heard !== undefined) wait = Math.round(performance.now() - heard);
              if (state !== "connected" || wait === undefined) return;
              overlay.send("bridgeMessage", { jsonString: JSON.stringify({ states, wait, now: overlay.connection }) });
            });
            overlay.ready();
            """
        try Data(#"<!doctype html><script type="module" src="silence.js"></script>"#.utf8).write(
            to: rig.folder.appending(path: "index.html"))
        try Data(script.utf8).write(to: rig.folder.appending(path: "silence.js"))
        let browser = try Browser(try #require(rig.screen.address))
        defer { browser.stop() }
        var emitted: String?
        try await rig.wait {
            for case .bridgeMessage(let json) in rig.player.received { emitted = emitted ?? json }
            return emitted != nil
        }
        let message = try #require(try JSONSerialization.jsonObject(with: Data((emitted ?? "").utf8)) as? [String: Any])
        // A busy machine is late, and may lose the first connection before the page has received anything.
        let states = try #require(message["states"] as? [String])
        #expect(states.suffix(3) == ["connected", "lost", "connected"] && message["now"] as? String == "connected", "\(states)")
        #expect(try #require(message["wait"] as? Double) > 2400)
        await rig.stop()
    }
}

/// A headless Chromium.
private final class Browser {
    private static let path = "/usr/bin/chromium"
    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

    private let family = ProcessFamily()
    private let process: ChildProcess
    private let folder = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID().uuidString)")

    init(_ address: URL) throws {
        let sandbox = geteuid() == 0 ? ["--no-sandbox"] : []
        // Without an address it starts a bus of its own, which nobody ends.
        let variables = ["DBUS_SESSION_BUS_ADDRESS": "disabled:"].merging(family.environment) { $1 }
        process = try ChildProcess(
            URL(filePath: Self.path),
            arguments: sandbox + [
                "--headless=new", "--disable-gpu", "--no-first-run", "--user-data-dir=\(folder.path)", address.absoluteString,
            ], environment: ProcessInfo.processInfo.environment.merging(variables) { $1 }, readsOutput: false)
    }

    func stop() {
        family.end()
        try? FileManager.default.removeItem(at: folder)
    }
}
