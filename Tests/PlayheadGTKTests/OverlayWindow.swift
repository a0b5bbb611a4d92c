import Foundation
import OverlayTestSupport
import PlayheadOverlay
import TestSupport

/// The program's window with an overlay, whose page echoes messages and performs requests.
final class OverlayWindow: Sendable {
    /// Whether the required tools are installed.
    static let isPossible: Bool = {
        let hasWebKit = FileManager.default.fileExists(atPath: "/usr/include/webkitgtk-6.0/webkit/webkit.h")
        if !hasWebKit { print("Skipped: libwebkitgtk-6.0-dev not there") }
        return hasWebKit && DesktopRig.isPossible
    }()

    let rig: DesktopRig
    private let folder: URL

    /// Opens the window, and waits until the page is ready.
    /// - Parameters:
    ///   - arguments: Additional arguments of the program.
    ///   - names: The messages that the page echoes; all by default.
    ///   - other: An additional script for requests passed to `other`.
    ///   - size: The screen's size.
    ///   - environment: Additional environment variables of the program.
    /// - Throws: The system's error if the page can't be written, or the error of the rig if the window or the page does not appear.
    init(
        _ arguments: [String], repeating names: [String]? = nil, other: String = "", size: String = "1280x720x24",
        environment: [String: String] = [:]
    ) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "overlay-window-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let page = """
            <!doctype html><meta charset="utf-8"><script type="module" src="page.js"></script>
            <div id="stage" style="position: fixed; inset: 0"></div>
            """
        try Data(page.utf8).write(to: folder.appending(path: "index.html"))
        let script =
            (names.map { Rows.script(repeating: $0) } ?? Rows.script) + "overlay.stage(document.getElementById(\"stage\"));\n" + other
        try Data(script.utf8).write(to: folder.appending(path: "page.js"))
        try Data("secret".utf8).write(to: folder.appending(path: ".hidden"))
        rig = try await DesktopRig(
            ["--overlay", folder.path, "--overlay-messages"] + arguments, size: size, writesInput: true, environment: environment)
        try await rig.event("overlayReady")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Sends a message as the app.
    func say(_ message: OverlayMessage) throws { try rig.say(message.text()) }

    /// Makes the page send a message.
    func order(_ event: String, _ payload: [String: Any] = [:]) throws {
        let order = try JSONSerialization.data(withJSONObject: ["say": event, "payload": payload])
        try say(.appMessage(jsonString: String(decoding: order, as: UTF8.self)))
    }

    /// Makes the page send a message, and waits for an event of the player or the overlay.
    func order(
        _ event: String, _ payload: [String: Any] = [:], expect name: String, where condition: ([String: Any]) -> Bool = { _ in true }
    ) async throws {
        let count = rig.eventCount
        try order(event, payload)
        try await rig.event(name, after: count, where: condition)
    }

    /// Waits until the page has received a message.
    func receives(_ name: String, after count: Int = 0, where condition: ([String: Any]) -> Bool = { _ in true }) async throws {
        try await rig.event("bridgeMessage", after: count) { event in
            guard let text = event.payload["jsonString"] as? String,
                let received = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            else { return false }
            return received["event"] as? String == name && condition(received.payload)
        }
    }

    /// The process ids of WebKit's web processes of this window.
    var webProcesses: [Int32] {
        let parents = Self.processes
        return parents.filter { number, process in
            var ancestor = process.parent
            while ancestor > 1, ancestor != rig.pid { ancestor = parents[ancestor]?.parent ?? 0 }
            return process.name.hasPrefix("WebKitWebProces") && ancestor == rig.pid
        }.map(\.key)
    }

    private static var processes: [Int32: (name: String, parent: Int32)] {
        var all: [Int32: (name: String, parent: Int32)] = [:]
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let number = Int32(entry), let line = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
                let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")")
            else { continue }
            // The state follows the name, and then the parent's id.
            let rest = line[line.index(after: close)...].split(separator: " ")
            if rest.count > 1, let parent = Int32(rest[1]) { all[number] = (String(line[line.index(after: open)..<close]), parent) }
        }
        return all
    }
}

extension [String: Any] {
    /// The payload of a message.
    var payload: [String: Any] { self["payload"] as? [String: Any] ?? [:] }
}
