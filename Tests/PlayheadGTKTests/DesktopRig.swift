import Foundation
import Synchronization
import TestSupport

/// Runs `playhead-desktop` on a private display (``TestDisplayKind``), and sends keys and pointer movements.
final class DesktopRig: Sendable {
    /// Whether the tools are installed and the program was built with GTK; prints a note if not.
    static let isPossible: Bool = {
        var missing = TestDisplayKind.current.programs.filter { path(of: $0) == nil }
        if !FileManager.default.fileExists(atPath: "/usr/include/gtk-4.0/gtk/gtk.h") { missing.append("libgtk-4-dev") }
        if !FileManager.default.isExecutableFile(atPath: program.path) { missing.append(program.path) }
        if !missing.isEmpty { print("Skipped: \(missing.joined(separator: ", ")) not there") }
        return missing.isEmpty
    }()

    static let program = Bundle.main.bundleURL.appendingPathComponent("playhead-desktop")

    /// The folder for positions and preferences of this program, unless the test has its own.
    private let state = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-state-\(UUID().uuidString)")
    private let family = ProcessFamily()
    private let desktop: ChildProcess
    /// The environment of the program.
    let environment: [String: String]
    /// The display with the window.
    let display: any TestDisplay
    private let scale: Int
    /// The size of the screen in pixels.
    private let size: (width: Int, height: Int)
    private let lines = Mutex([Data]())
    private let pending = Mutex(Data())
    /// The program's window, once it exists.
    private let window = Mutex<String?>(nil)

    /// Starts the programs, and waits for the window.
    /// - Parameters:
    ///   - arguments: Additional arguments of the program.
    ///   - size: The size and the depth of the display.
    ///   - scale: The number of screen pixels in a unit of the window.
    ///   - writesInput: Whether the test writes lines to the program.
    ///   - audio: The program's audio output.
    ///   - environment: Additional environment variables of the program.
    /// - Throws: `CocoaError` if a tool is missing, or `Timeout` if the display, the window manager or the window does not appear.
    init(
        _ arguments: [String], size: String = "1280x720x24", scale: Int = 1, writesInput: Bool = false, audio: String = "none",
        environment: [String: String] = [:]
    ) async throws {
        var variables = ProcessInfo.processInfo.environment
        // Variables of the user's session are removed.
        for name in ["WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"] { variables[name] = nil }
        // Without an address, libraries start a separate bus for each display (dbus-launch), which is never ended.
        variables["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
        variables.merge(family.environment) { $1 }
        display = try await TestDisplayKind.current.start(size: size, scale: scale, environment: variables)
        variables.merge(display.environment) { $1 }
        variables["GSK_RENDERER"] = "cairo"
        variables["GTK_A11Y"] = "none"
        variables["XDG_STATE_HOME"] = state.path
        // A warning ends the program. Processes of WebKit, which shows overlays and interactive ads, have warnings of their own.
        let hasPages = arguments.contains { $0.hasPrefix("--overlay") || $0.hasPrefix("--ad-") }
        variables["G_DEBUG"] = hasPages ? "fatal-criticals" : "fatal-warnings"
        variables.merge(environment) { $1 }
        self.scale = scale
        let fields = size.split(separator: "x").compactMap { Int($0) }
        self.size = (fields.first ?? 0, fields.dropFirst().first ?? 0)
        self.environment = variables
        desktop = try ChildProcess(
            Self.program, arguments: ["--json", "--places", "--audio", audio] + arguments, environment: variables, readsOutput: true,
            writesInput: writesInput)
        // A thread is used rather than a dispatch source, because children that inherit a watched descriptor keep the source alive.
        if let events = desktop.output {
            Thread.detachNewThread { [weak self] in
                while case let data = events.availableData, !data.isEmpty { self?.append(data) }
            }
        }
        try await eventually("the window") { try await !windows().isEmpty }
        let first = try await windows().first
        window.withLock { $0 = first }
        // Keys that arrive earlier are lost.
        try await places("the keyboard focus") { $0["focus"] != nil }
    }

    deinit { try? FileManager.default.removeItem(at: state) }

    /// The JSON events so far.
    var events: [[String: Any]] { events(after: 0) }

    private func events(after count: Int) -> [[String: Any]] { Self.events(in: lines.withLock { $0.dropFirst(count) }) }

    private static func events(in lines: ArraySlice<Data>) -> [[String: Any]] {
        lines.compactMap { (try? JSONSerialization.jsonObject(with: $0)) as? [String: Any] }
    }

    /// Returns the events with a name.
    func events(_ name: String) -> [[String: Any]] { events.filter { $0["event"] as? String == name } }

    /// Writes a line to the program.
    func say(_ line: String) throws { try desktop.input?.write(contentsOf: Data((line + "\n").utf8)) }

    /// The process id.
    var pid: Int32 { desktop.pid }

    /// The number of events.
    var eventCount: Int { lines.withLock { $0.count } }

    /// Waits for an event after the first `count` ones.
    func event(_ name: String, after count: Int = 0, where condition: ([String: Any]) -> Bool = { _ in true }) async throws {
        // Each line is parsed once.
        var next = count
        try await eventually("\(name) after \(count) in \(events(after: count).compactMap { $0["event"] as? String })") {
            let new = lines.withLock { $0.dropFirst(next) }
            next += new.count
            return Self.events(in: new).contains { $0["event"] as? String == name && condition($0) }
        }
    }

    /// Restores a minimized window, and waits until it has the keyboard focus, before which keys are lost.
    func restore(_ window: String) async throws {
        try await xdotool("windowmap", window)
        try await eventually("it is seen again") { try await windows().contains(window) }
        try await xdotool("windowfocus", "--sync", window)
    }

    /// Presses keys, and waits for the resulting event.
    func press(_ keys: String..., expect name: String, where condition: ([String: Any]) -> Bool = { _ in true }) async throws {
        let count = eventCount
        try await xdotool(["key", "--delay", "20"] + keys)
        try await event(name, after: count, where: condition)
    }

    // MARK: The pointer

    /// A rectangle in units of the window.
    struct Place: Sendable, Equatable {
        var x, y, width, height: Double
        var bottom: Double { y + height }
    }

    /// The last reported rectangles of visible controls, by name.
    var places: [String: Place] {
        let line = lines.withLock { $0.last { $0.starts(with: Data(#"{"places""#.utf8)) } }
        let object = line.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: [String: [String: Double]]]
        return (object?["places"] ?? [:]).mapValues {
            Place(x: $0["x"] ?? 0, y: $0["y"] ?? 0, width: $0["width"] ?? 0, height: $0["height"] ?? 0)
        }
    }

    /// Waits until the rectangles fulfil a condition.
    func places(_ what: String, where condition: ([String: Place]) -> Bool) async throws {
        try await eventually("\(what) in \(places)") { condition(places) }
    }

    /// Moves the pointer to a control when it is visible, at `share` of the control's width, from 0 to 1, and waits until the window has
    /// received the movement: compositors drop clicks while they show, move or resize a window.
    func point(at name: String, share: Double = 0.5, click: Bool = false) async throws {
        // A compositor may show a window beside the position that it states; the pointer is moved by the difference, too.
        var correction = (x: 0.0, y: 0.0)
        try await eventually("the pointer at \(name) in \(places)") {
            guard let place = places[name], let window = try await windows().first else { return false }
            let spot = (x: (place.x + place.width * share).rounded(.down), y: (place.y + place.height / 2).rounded(.down))
            let isThere = { [self] in places["pointer"].map { abs($0.x - spot.x) < 2 && abs($0.y - spot.y) < 2 } ?? false }
            guard !isThere() else { return true }
            let before = places["pointer"].map { ($0.x, $0.y) }
            let target = [spot.x + correction.x, spot.y + correction.y].map { "\(Int($0) * display.pointerScale)" }
            try await xdotool(["mousemove", "--window", window] + target)
            let seconds = 1.0
            do { try await eventually("it is there", within: seconds) { isThere() } } catch is Timeout {
                // Without a movement the difference is unknown: the machine may be slow.
                correction =
                    places["pointer"].flatMap { pointer in
                        before.map { $0 != (pointer.x, pointer.y) } == false
                            ? nil : (correction.x + spot.x - pointer.x, correction.y + spot.y - pointer.y)
                    } ?? (0, 0)
                return false
            }
            return true
        }
        // GTK looks for the control under the pointer only when the pointer moves, and controls may have appeared since.
        if click { try await xdotool("mousemove_relative", "1", "0", "click", "1") }
    }

    /// Clicks on a control, and waits for the resulting event.
    func click(_ name: String, share: Double = 0.5, expect event: String, where condition: ([String: Any]) -> Bool = { _ in true })
        async throws
    {
        let count = eventCount
        try await point(at: name, share: share, click: true)
        try await self.event(event, after: count, where: condition)
    }

    /// Opens a menu, and chooses the entry below the chosen one.
    func choose(_ name: String, expect event: String, where condition: ([String: Any]) -> Bool) async throws {
        try await point(at: name, click: true)
        try await places("the menu of \(name)") { $0[name + "Menu"] != nil }
        try await press("Down", "Return", expect: event, where: condition)
        try await places("no menu of \(name)") { $0[name + "Menu"] == nil }
    }

    /// Returns the number of pixels with a colour in the area of a control.
    func pixels(of color: UInt32, in name: String) async throws -> Int {
        guard let place = places[name] else { return 0 }
        let bytes = try await picture(of: place)
        let wanted = [UInt8(color >> 16 & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF)]
        return stride(from: 0, to: bytes.count - 2, by: 3).count { bytes[$0..<$0 + 3].elementsEqual(wanted) }
    }

    /// Returns the pixels on the screen in an area of the window; RGB with 8 bits.
    func picture(of place: Place) async throws -> [UInt8] {
        guard let window = try await windows().first else { return [] }
        let origin = try await display.origin(of: window)
        return try await display.picture(
            x: origin.x + Int(place.x) * scale, y: origin.y + Int(place.y) * scale, width: Int(place.width) * scale / 2 * 2,
            height: Int(place.height) * scale / 2 * 2)
    }

    /// Returns the pixels of the screen above and below an area of the window.
    func screen(beside area: Place) async throws -> [[UInt8]] {
        guard let window = try await windows().first else { return [] }
        let top = try await display.origin(of: window).y + Int(area.y) * scale
        let bottom = top + Int(area.height) * scale
        return [
            try await display.picture(x: 0, y: 0, width: size.width, height: top / 2 * 2),
            try await display.picture(x: 0, y: bottom, width: size.width, height: (size.height - bottom) / 2 * 2),
        ]
    }

    func xdotool(_ arguments: String...) async throws { _ = try await xdotool(arguments) }

    @discardableResult
    private func xdotool(_ arguments: [String]) async throws -> String { try await display.perform(arguments) }

    /// Returns the visible windows of the program. Tooltips and menus are windows with the same name, which the search lists first; the
    /// first window at the start is the main one.
    func windows() async throws -> [String] {
        let found = try await windowsAndPopups()
        guard let window = window.withLock({ $0 }) else { return found }
        return found.filter { $0 == window }
    }

    /// Returns the program's visible windows including tooltips and menus.
    func windowsAndPopups() async throws -> [String] {
        try await display.windows()
    }

    private func append(_ data: Data) {
        let complete = pending.withLock { pending -> [Data] in
            pending.append(data)
            let parts = pending.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            pending = Data(parts.last ?? Data())
            return parts.dropLast().map { Data($0) }
        }
        lines.withLock { $0 += complete }
    }

    static func path(of program: String) -> URL? {
        ["/usr/bin", "/bin", "/usr/local/bin"].map { URL(fileURLWithPath: $0).appendingPathComponent(program) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
