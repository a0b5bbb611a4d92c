import Foundation
import TestSupport

extension DesktopRig {
    /// Returns whether an event is about the item of a file.
    static func isFile(_ path: String) -> ([String: Any]) -> Bool {
        { files(in: ["playlist": [$0["item"] ?? [:]]]) == [URL(fileURLWithPath: path).absoluteString] }
    }

    /// Returns the addresses of the items in an event about a list.
    static func files(in event: [String: Any]) -> [String] {
        (event["playlist"] as? [[String: Any]] ?? []).compactMap { $0["file"] as? String }
    }

    /// Types a path, and presses Return, in a dialog once it has the keyboard focus.
    /// - Parameters:
    ///   - path: The path.
    ///   - title: A part of the dialog's title.
    /// - Throws: `Timeout` if the dialog does not open or close.
    func enter(_ path: String, inDialog title: String) async throws {
        try await eventually("the dialog '\(title)'") { try await display.windows(titled: title).count == 1 }
        try await places("no focus in the window") { $0["focus"] == nil }
        try await xdotool("type", "--delay", "10", path)
        // GTK completes names while they are typed, and may leave the rest of a name behind the cursor.
        try await xdotool("key", "shift+End", "Delete", "Return")
        try await eventually("no dialog '\(title)'") { try await display.windows(titled: title).isEmpty }
    }

    /// Moves the pointer to a point of the window, also beside the view, which does not report it, and in a drag.
    func move(to x: Double, _ y: Double) async throws {
        let window = try await mainWindow()
        // A second movement follows the first one, for which the window may have been elsewhere.
        for x in [x - 1, x] {
            let spot = [x, y].map { "\(Int($0) * display.pointerScale)" }
            try await xdotool("mousemove", "--window", window, spot[0], spot[1])
        }
    }

    /// Returns the window. A search fails while another window disappears, as that of a dragged icon.
    private func mainWindow() async throws -> String {
        var found: String?
        try await eventually("the window") {
            found = try await windows().first
            return found != nil
        }
        return found ?? ""
    }

    /// Gives the keyboard focus to the window.
    func takeFocus() async throws {
        let window = try await mainWindow()
        try await xdotool("windowfocus", "--sync", window)
        try await places("the keyboard focus") { $0["focus"] != nil }
    }
}
