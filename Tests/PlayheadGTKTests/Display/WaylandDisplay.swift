import Foundation
import Synchronization
import TestSupport

/// sway without a screen; its virtual keyboard and pointer are the viewer.
///
/// sway is used because Weston offers no virtual input, and cage has no windows beside full screen.
final class WaylandDisplay: TestDisplay {
    private let folder: URL
    private let compositor: ChildProcess
    /// Keeps a keyboard plugged in between the keys of tests, because programs would miss those that arrive with a new keyboard.
    private let keyboard: ChildProcess
    private let pointer: VirtualPointer
    /// The position of the pointer, in units of the screen.
    private let position = Mutex((x: 0, y: 0))
    private let ipc: String
    private let scale: Int
    let pointerScale = 1
    let environment: [String: String]

    private var toolEnvironment: [String: String] {
        ["WAYLAND_DISPLAY": folder.path + "/wayland-1", "SWAYSOCK": ipc, "XDG_RUNTIME_DIR": folder.path]
    }

    init(size: String, scale: Int, environment variables: [String: String]) async throws {
        self.scale = scale
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-wayland-\(UUID().uuidString.prefix(8))")
        let fields = size.split(separator: "x").compactMap { Int($0) }
        guard fields.count >= 2, let sway = DesktopRig.path(of: "sway"), let wtype = DesktopRig.path(of: "wtype") else {
            throw CocoaError(.executableNotLoadable)
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let configuration = """
            output HEADLESS-1 resolution \(fields[0])x\(fields[1]) scale \(scale)
            xwayland disable
            default_border none
            default_floating_border none
            for_window [app_id=".*"] floating enable
            """
        let file = folder.appendingPathComponent("config")
        try Data(configuration.utf8).write(to: file)
        ipc = folder.path + "/sway"
        var variables = variables
        variables.merge([
            "XDG_RUNTIME_DIR": folder.path, "SWAYSOCK": ipc, "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
            "WLR_LIBINPUT_NO_DEVICES": "1",
        ]) { $1 }
        compositor = try Self.start(sway, arguments: ["--config", file.path], in: folder, environment: variables)
        // GTK opens no display without XDG_RUNTIME_DIR, and WebKit's sandbox contains only a socket with a name in it.
        environment = ["WAYLAND_DISPLAY": "wayland-1", "GDK_BACKEND": "wayland", "XDG_RUNTIME_DIR": folder.path]
        let socket = folder.path + "/wayland-1"
        try await eventually("the compositor") { FileManager.default.fileExists(atPath: socket) }
        var found: VirtualPointer?
        // The socket exists slightly before the compositor accepts connections.
        try await eventually("the compositor's pointer") {
            found = try? VirtualPointer(socket: socket, width: fields[0] / scale, height: fields[1] / scale)
            return found != nil
        }
        guard let found else { throw CocoaError(.fileReadUnknown) }
        pointer = found
        keyboard = try ChildProcess(
            wtype, arguments: ["-s", "3600000"], environment: ["WAYLAND_DISPLAY": socket, "XDG_RUNTIME_DIR": folder.path],
            readsOutput: false)
    }

    func end() { compositor.signal(SIGKILL) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Starts the compositor, which refuses to run as root, for another user in that case.
    private static func start(_ program: URL, arguments: [String], in folder: URL, environment: [String: String]) throws -> ChildProcess {
        guard getuid() == 0, let setpriv = DesktopRig.path(of: "setpriv") else {
            return try ChildProcess(program, arguments: arguments, environment: environment, readsOutput: false)
        }
        let nobody: uid_t = 65_534
        guard chown(folder.path, nobody, nobody) == 0 else { throw CocoaError(.fileWriteNoPermission) }
        let user = ["--reuid", "\(nobody)", "--regid", "\(nobody)", "--clear-groups"]
        return try ChildProcess(setpriv, arguments: user + [program.path] + arguments, environment: environment, readsOutput: false)
    }

    // MARK: Windows

    /// A window in the compositor's tree.
    private struct Node {
        var id: Int
        var isVisible: Bool
        var title: String
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    private func nodes() async throws -> [Node] {
        let data = try await outputOfTool("swaymsg", ["-t", "get_tree"], environment: toolEnvironment)
        var found: [Node] = []
        func visit(_ value: [String: Any]) {
            if value["pid"] is Int, let id = value["id"] as? Int, let rect = value["rect"] as? [String: Int] {
                found.append(
                    Node(
                        id: id, isVisible: value["visible"] as? Bool ?? false, title: value["name"] as? String ?? "", x: rect["x"] ?? 0,
                        y: rect["y"] ?? 0, width: rect["width"] ?? 0, height: rect["height"] ?? 0))
            }
            for key in ["nodes", "floating_nodes"] { (value[key] as? [[String: Any]] ?? []).forEach(visit) }
        }
        if let tree = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] { visit(tree) }
        return found
    }

    func windows(titled text: String) async throws -> [String] {
        try await nodes().filter { $0.isVisible && $0.title.contains(text) }.map { String($0.id) }
    }

    func title(of window: String) async throws -> String { try await nodes().first { String($0.id) == window }?.title ?? "" }

    func closeWindow(_ window: String) async throws { try await sway("[con_id=\(window)] kill") }

    func origin(of window: String) async throws -> (x: Int, y: Int) {
        let node = try await nodes().first { String($0.id) == window }
        return ((node?.x ?? 0) * scale, (node?.y ?? 0) * scale)
    }

    func picture(x: Int, y: Int, width: Int, height: Int) async throws -> [UInt8] {
        // A region is in units of the layout, so that the whole screen is taken, and cut here.
        let image = [UInt8](try await outputOfTool("grim", ["-t", "ppm", "-"], environment: toolEnvironment))
        // "P6", the width, the height and the maximum, each followed by one separator.
        var fields: [Int] = []
        var start = 0
        for (index, byte) in image.enumerated().prefix(64) where [0x0A, 0x20].contains(byte) {
            fields.append(Int(String(decoding: image[start..<index], as: UTF8.self)) ?? 0)
            start = index + 1
            if fields.count == 4 { break }
        }
        guard fields.count == 4, x >= 0, y >= 0, x + width <= fields[1], y + height <= fields[2] else {
            throw Timeout(description: "no screenshot of \(width)x\(height) at \(x), \(y): \(fields)")
        }
        return (0..<height).flatMap { row in
            let first = start + ((y + row) * fields[1] + x) * 3
            return image[first..<first + width * 3]
        }
    }

    // MARK: Commands

    func perform(_ commands: [String]) async throws -> String {
        var rest = ArraySlice(commands)
        while let command = rest.popFirst() {
            var options: [String: String] = [:]
            while let option = rest.first, option.hasPrefix("--") {
                rest.removeFirst()
                options[option] = option == "--sync" ? "" : rest.popFirst()
            }
            switch command {
            case "key":
                let keys = rest
                rest = []
                try await press(Array(keys), delay: options["--delay"] ?? "20")
            case "type":
                _ = try await outputOfTool(
                    "wtype", ["-d", options["--delay"] ?? "20", rest.popFirst() ?? ""], environment: toolEnvironment)
            case "mousemove": try await move(Self.number(&rest), Self.number(&rest), in: options["--window"])
            case "mousemove_relative":
                let (x, y) = position.withLock { $0 }
                try await move(x + Self.number(&rest), y + Self.number(&rest), in: nil)
            case "mousedown": try pointer.press(Self.number(&rest), isDown: true)
            case "mouseup": try pointer.press(Self.number(&rest), isDown: false)
            case "click":
                let button = try Self.number(&rest)
                for _ in 0..<(options["--repeat"].flatMap { Int($0) } ?? 1) {
                    try pointer.press(button, isDown: true)
                    try pointer.press(button, isDown: false)
                }
            case "windowsize":
                try await resize(rest.popFirst() ?? "", Self.number(&rest), Self.number(&rest))
            case "windowmove":
                try await sway("[con_id=\(rest.popFirst() ?? "")] move absolute position \(Self.number(&rest)) \(Self.number(&rest))")
            case "windowminimize": try await sway("[con_id=\(rest.popFirst() ?? "")] move to scratchpad")
            case "windowmap": try await sway("[con_id=\(rest.popFirst() ?? "")] scratchpad show")
            case "windowfocus": try await sway("[con_id=\(rest.popFirst() ?? "")] focus")
            default: throw Timeout(description: "no command '\(command)' under Wayland")
            }
        }
        return ""
    }

    private static func number(_ rest: inout ArraySlice<String>) throws -> Int {
        guard let text = rest.popFirst(), let number = Int(text) else { throw CocoaError(.formatting) }
        return number
    }

    private func sway(_ command: String) async throws {
        _ = try await outputOfTool("swaymsg", [command], environment: toolEnvironment)
    }

    /// Changes the size of a window. A request while the window leaves full screen has no effect.
    private func resize(_ window: String, _ width: Int, _ height: Int) async throws {
        try await eventually("a window of \(width)x\(height)") {
            try await sway("[con_id=\(window)] resize set \(width) \(height)")
            return try await nodes().contains { String($0.id) == window && $0.width == width && $0.height == height }
        }
    }

    private func press(_ keys: [String], delay: String) async throws {
        let modifiers = ["ctrl", "shift", "alt"]
        let arguments = keys.flatMap { key -> [String] in
            let parts = key.split(separator: "+").map(String.init)
            guard parts.count > 1, parts.dropLast().allSatisfy(modifiers.contains), let last = parts.last else { return ["-k", key] }
            return parts.dropLast().flatMap { ["-M", $0] } + ["-k", last] + parts.dropLast().flatMap { ["-m", $0] }
        }
        _ = try await outputOfTool("wtype", ["-d", delay] + arguments, environment: toolEnvironment)
    }

    private func move(_ x: Int, _ y: Int, in window: String?) async throws {
        var target = (x: x, y: y)
        if let window, let node = try await nodes().first(where: { String($0.id) == window }) {
            target = (x + node.x, y + node.y)
        }
        position.withLock { $0 = target }
        try pointer.move(to: target.x, target.y)
    }
}
