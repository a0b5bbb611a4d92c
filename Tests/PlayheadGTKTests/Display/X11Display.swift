import Foundation
import TestSupport

/// Xvfb with openbox; xdotool is the viewer.
final class X11Display: TestDisplay {
    private let screen: ChildProcess
    private let manager: ChildProcess
    /// The name of the display.
    let name: String
    let pointerScale: Int
    let environment: [String: String]

    init(size: String, scale: Int, environment variables: [String: String]) async throws {
        guard let xvfb = DesktopRig.path(of: "Xvfb"), let openbox = DesktopRig.path(of: "openbox") else {
            throw CocoaError(.executableNotLoadable)
        }
        // Descriptor 1 receives the number of the free display. Without "-noreset" the server restarts when its last client disconnects,
        // which would end the connecting window manager.
        let options = ["-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp", "-noreset"]
        screen = try ChildProcess(xvfb, arguments: options, environment: variables, readsOutput: true)
        guard let output = screen.output, let number = Self.line(of: output) else { throw Timeout(description: "no display") }
        name = ":" + number
        pointerScale = scale
        environment = ["DISPLAY": name, "GDK_BACKEND": "x11", "GDK_SCALE": "\(scale)"]
        manager = try ChildProcess(
            openbox, arguments: [], environment: variables.merging(environment) { $1 }, readsOutput: false)
        // GTK queries the window manager at its start.
        try await eventually("the window manager") { try await perform(["get_num_desktops"]).first?.isNumber == true }
    }

    func end() { screen.signal(SIGKILL) }

    func perform(_ commands: [String]) async throws -> String {
        String(decoding: try await outputOfTool("xdotool", commands, environment: ["DISPLAY": name]), as: UTF8.self)
    }

    func windows(titled text: String) async throws -> [String] {
        try await perform(["search", "--onlyvisible", "--name", text]).split(separator: "\n").map(String.init)
    }

    func title(of window: String) async throws -> String {
        // The tool ends the title with a line break.
        String(try await perform(["getwindowname", window]).dropLast())
    }

    func closeWindow(_ window: String) async throws {
        // openbox sends WM_DELETE_WINDOW; `windowclose` destroys the window instead, and `windowquit` is newer than Debian 12.
        _ = try await perform(["key", "alt+F4"])
    }

    func picture(x: Int, y: Int, width: Int, height: Int) async throws -> [UInt8] {
        let arguments = [
            "-loglevel", "error", "-nostdin", "-f", "x11grab", "-draw_mouse", "0", "-video_size", "\(width)x\(height)",
            "-grab_x", "\(x)", "-grab_y", "\(y)", "-i", name, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
        ]
        return Array(try await outputOfTool("ffmpeg", arguments, environment: [:]))
    }

    func origin(of window: String) async throws -> (x: Int, y: Int) {
        // Lines such as "X=160".
        let lines = try await perform(["getwindowgeometry", "--shell", window]).split(separator: "\n")
        func value(_ name: String) -> Int { lines.first { $0.hasPrefix(name + "=") }.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0 }
        return (value("X"), value("Y"))
    }

    private static func line(of output: FileHandle) -> String? {
        var text = ""
        while !text.hasSuffix("\n") {
            let data = output.availableData
            guard !data.isEmpty else { return nil }
            text += String(decoding: data, as: UTF8.self)
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
