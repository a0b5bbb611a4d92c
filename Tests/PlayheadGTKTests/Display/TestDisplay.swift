import Foundation
import TestSupport

/// A private display, with the tools that act as the viewer.
protocol TestDisplay: Sendable {
    /// The environment of programs that open windows on the display.
    var environment: [String: String] { get }

    /// The number of pointer units in a unit of the window.
    var pointerScale: Int { get }

    /// Ends the display without notice to the programs on it.
    func end()

    /// Performs commands of xdotool, which is the language of the tests, and returns the output.
    func perform(_ commands: [String]) async throws -> String

    /// Returns the ids of the visible windows with a title that contains a text, popups first.
    func windows(titled text: String) async throws -> [String]

    /// Returns the title of a window.
    func title(of window: String) async throws -> String

    /// Takes a picture of a part of the screen, in its pixels, without the pointer; RGB with 8 bits.
    func picture(x: Int, y: Int, width: Int, height: Int) async throws -> [UInt8]

    /// Requests a window to close, as its close button does; the window has the keyboard focus.
    func closeWindow(_ window: String) async throws

    /// Returns the position of a window on the screen, in pixels.
    func origin(of window: String) async throws -> (x: Int, y: Int)
}

extension TestDisplay {
    /// Returns the ids of the program's visible windows.
    func windows() async throws -> [String] { try await windows(titled: "Playhead") }
}

/// The kind of display that windows of the tests are opened on: `PLAYHEAD_TEST_DISPLAY` is `wayland` for Wayland; X11 is the default.
enum TestDisplayKind: String, Sendable {
    case x11
    case wayland

    static let current = ProcessInfo.processInfo.environment["PLAYHEAD_TEST_DISPLAY"].flatMap(TestDisplayKind.init) ?? .x11

    /// Whether a program receives the information that its window is hidden: xdg-shell has it from version 6 on, sway up to 1.10 has 5.
    var reportsHiddenWindows: Bool { self == .x11 }

    /// The programs that the display needs.
    var programs: [String] {
        switch self {
        case .x11: ["Xvfb", "openbox", "xdotool"]
        case .wayland: ["sway", "swaymsg", "wtype", "grim"]
        }
    }

    /// Starts a display.
    /// - Parameters:
    ///   - size: The width, the height and the depth of the screen.
    ///   - scale: The number of screen pixels in a unit of windows.
    ///   - environment: The environment of the display's programs.
    /// - Returns: The display, ready for windows.
    /// - Throws: An error if one of its programs fails to start.
    func start(size: String, scale: Int, environment: [String: String]) async throws -> any TestDisplay {
        switch self {
        case .x11: try await X11Display(size: size, scale: scale, environment: environment)
        case .wayland: try await WaylandDisplay(size: size, scale: scale, environment: environment)
        }
    }
}

/// Runs a tool of a display, and returns its output.
func outputOfTool(_ name: String, _ arguments: [String], environment: [String: String]) async throws -> Data {
    guard let program = name.hasPrefix("/") ? URL(fileURLWithPath: name) : DesktopRig.path(of: name) else {
        throw CocoaError(.executableNotLoadable)
    }
    let process = try ChildProcess(
        program, arguments: arguments, environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }, readsOutput: true)
    let output = process.output
    return await withCheckedContinuation { continuation in
        // The call blocks, so it must not run on the cooperative pool.
        Thread.detachNewThread {
            let data = output?.readDataToEndOfFile() ?? Data()
            withExtendedLifetime(process) {}
            continuation.resume(returning: data)
        }
    }
}
