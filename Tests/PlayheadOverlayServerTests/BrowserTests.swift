import Foundation
import PlayheadOverlay
import TestSupport
import Testing

@testable import PlayheadOverlayServer

/// The module for pages in a real browser. It takes some seconds, and Chromium, which nothing else needs: `./test --long`.
@Suite("A page in Chromium", .timeLimit(.minutes(5)), .enabled(if: TestScale.isLong && Browser.isThere))
@MainActor
struct BrowserTests {
    @Test("says and hears every message of the table through overlay.js")
    func rows() async throws {
        let rig = try await ScreenRig()
        try Data(#"<!doctype html><script type="module" src="rows.js"></script>"#.utf8).write(to: rig.folder.appending(path: "index.html"))
        // Says back what it hears, and says what it is told to say.
        let names = OverlayCatalogue.messages.filter { $0.source != .page && $0.name != "appMessage" }.map { "\"\($0.name)\"" }
        let script = """
            import { connect } from "/playhead/overlay.js";
            const overlay = connect({ development: false });
            const repeat = (heard) => overlay.send("bridgeMessage", { jsonString: JSON.stringify(heard) });
            for (const event of [\(names.joined(separator: ", "))]) overlay.on(event, (payload) => repeat({ event, payload }));
            overlay.on("appMessage", ({ jsonString }) => {
              const { say, payload } = JSON.parse(jsonString);
              if (say) overlay.send(say, payload); else repeat({ event: "appMessage", payload: { jsonString } });
            });
            await overlay.ready();
            """
        try Data(script.utf8).write(to: rig.folder.appending(path: "rows.js"))
        let address = try #require(rig.screen.address)
        let browser = try Browser(address)
        defer { browser.stop() }
        try await rig.wait { rig.overlay.phase == .ready }
        for row in Rows.all where row.isFromPage {
            rig.overlay.send(.appMessage(jsonString: row.text.replacingOccurrences(of: "\"event\"", with: "\"say\"")))
            // The first of them is said by the module itself, too.
            try await rig.wait { rig.player.heard.last == row.message }
        }
        for row in Rows.all where !row.isFromPage {
            rig.overlay.send(row.message)
            try await rig.wait {
                guard case .bridgeMessage(let json)? = rig.player.heard.last else { return false }
                return row.isSame(as: json)
            }
        }
        #expect(rig.errors.isEmpty)
        await rig.stop()
    }
}

extension Rows.Row {
    /// Whether a page heard just this.
    fileprivate func isSame(as json: String) -> Bool {
        let heard = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
        guard let said = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary else { return false }
        // Without attributes a listener is given an empty object.
        return heard?["event"] as? String == said["event"] as? String
            && heard?["payload"] as? NSDictionary == said["payload"] as? NSDictionary ?? [:]
    }
}

/// A headless Chromium.
private final class Browser {
    private static let path = "/usr/bin/chromium"
    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

    private let process = Process()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID().uuidString)")

    init(_ address: URL) throws {
        process.executableURL = URL(filePath: Self.path)
        let sandbox = geteuid() == 0 ? ["--no-sandbox"] : []
        process.arguments =
            sandbox + ["--headless=new", "--disable-gpu", "--no-first-run", "--user-data-dir=\(folder.path)", address.absoluteString]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
