import Foundation
import TestSupport

/// Reads a window's accessibility tree over AT-SPI: single elements with `busctl`, and the whole tree, which takes hundreds of calls, with
/// one program.
final class AssistiveTechnology: Sendable {
    /// An element of the window.
    struct Element: Sendable, Hashable {
        var role: String
        var name: String
        var depth: Int
    }

    private struct Reference: Sendable, Hashable {
        var bus: String
        var path: String
    }

    private static let interface = "org.a11y.atspi.Accessible"

    private let session: SessionBus
    private let address: String
    /// The service processes, which would outlive the session's bus.
    private let servers: [pid_t]

    /// Whether the bus, its registry and Python's bindings of GIO are installed; prints a note if not.
    static let isInstalled: Bool = {
        let files = ["at-spi2-core": "/usr/libexec/at-spi-bus-launcher", "python3-gi": "/usr/lib/python3/dist-packages/gi"]
        let missing = files.filter { !FileManager.default.fileExists(atPath: $0.value) }.keys.sorted()
        if !missing.isEmpty { print("Skipped: \(missing.joined(separator: ", ")) not installed") }
        return missing.isEmpty && SessionBus.isInstalled
    }()

    /// Returns the environment for accessible programs.
    static func environment(_ session: SessionBus) -> [String: String] { session.environment.merging(["GTK_A11Y": "atspi"]) { $1 } }

    /// Requests the accessibility bus, which the session's bus starts.
    init(_ session: SessionBus) async throws {
        self.session = session
        let answer = try await session.run(
            "busctl",
            ["--address=\(session.address)", "--json=short", "call", "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"])
        guard let address = Self.data(answer.output)?.first as? String else { throw Timeout(description: answer.output) }
        self.address = address
        var servers: [pid_t] = []
        let owners = [
            (session.address, "org.a11y.Bus"), (address, "org.a11y.atspi.Registry"), (address, "org.freedesktop.DBus"),
        ]
        for (bus, name) in owners {
            let answer = try await session.run(
                "busctl",
                [
                    "--address=\(bus)", "--json=short", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                    "GetConnectionUnixProcessID", "s", name,
                ])
            if let id = Self.data(answer.output)?.first as? Int { servers.append(pid_t(id)) }
        }
        self.servers = servers
    }

    deinit { for server in servers { kill(server, SIGKILL) } }

    /// Returns all accessible elements of the windows, from the outside in.
    func elements() async throws -> [Element] {
        let answer = try await ToolRun.output(
            of: URL(fileURLWithPath: "/usr/bin/python3"), ["-c", Self.walk, address], environment: session.environment)
        let values = (try? JSONSerialization.jsonObject(with: Data(answer.output.utf8))) as? [[Any]]
        guard answer.status == 0, let values else { throw Timeout(description: answer.output) }
        return values.compactMap { value in
            guard value.count == 3, let role = value[0] as? String, let name = value[1] as? String, let depth = value[2] as? Int else {
                return nil
            }
            return Element(role: role, name: name, depth: depth)
        }
    }

    /// Prints role, name and depth of all elements of a bus. An element that disappears meanwhile has no name and no children.
    private static let walk = """
        import json, sys
        from gi.repository import Gio, GLib

        flags = Gio.DBusConnectionFlags
        bus = Gio.DBusConnection.new_for_address_sync(
            sys.argv[1], flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        interface = "org.a11y.atspi.Accessible"

        def ask(name, path, of, method, arguments=None):
            try:
                return bus.call_sync(name, path, of, method, arguments, None, Gio.DBusCallFlags.NONE, 25000, None).unpack()[0]
            except GLib.Error:
                return ""

        def walk(name, path, depth, elements):
            if depth >= 0:
                title = ask(name, path, "org.freedesktop.DBus.Properties", "Get", GLib.Variant("(ss)", (interface, "Name")))
                elements.append([ask(name, path, interface, "GetRoleName"), title, depth])
            for child in ask(name, path, interface, "GetChildren"):
                walk(*child, depth + 1, elements)
            return elements

        print(json.dumps(walk("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root", -1, [])))
        """

    /// Waits for an element, because a program registers its window after it has opened it, and returns all of them.
    func elements(with name: String) async throws -> [Element] {
        var elements: [Element] = []
        try await eventually("an element \(name)") {
            elements = try await self.elements()
            return elements.contains { $0.name == name }
        }
        return elements
    }

    /// Returns the name of the element with the keyboard focus.
    func focus() async throws -> String? {
        // The states are at index 9, and the 12th state is the focus (AT-SPI's Cache and StateType).
        let item = try await cache().first { ($0[9] as? [Int])?.first.map { $0 >> 12 & 1 == 1 } ?? false }
        return item?[6] as? String
    }

    /// A state of an element, by its number in AT-SPI's StateType.
    enum State: Int, Sendable {
        case checked = 4
        case selected = 23
    }

    /// Returns the names of the elements with a role that have a state.
    func names(with state: State, role: String) async throws -> [String] {
        var names: [String] = []
        for item in try await cache() {
            guard let states = item[9] as? [Int], let first = states.first, first >> state.rawValue & 1 == 1,
                let pair = item[0] as? [String], pair.count == 2, let name = item[6] as? String,
                try await call(Reference(bus: pair[0], path: pair[1]), "call", interface: Self.interface, method: "GetRoleName").first
                    as? String == role
            else { continue }
            names.append(name)
        }
        return names
    }

    /// Returns the names of all elements; those of labels are their texts.
    func names() async throws -> [String] { try await cache().compactMap { $0[6] as? String } }

    /// Returns the value of a slider.
    func value(of name: String) async throws -> Double? {
        guard let pair = try await cache().first(where: { $0[6] as? String == name })?[0] as? [String], pair.count == 2 else { return nil }
        let answer = try await run(
            Reference(bus: pair[0], path: pair[1]), "get-property", interface: "org.a11y.atspi.Value", member: "CurrentValue")
        return Self.object(answer)?["data"] as? Double
    }

    /// Returns the cached elements: a reference is at index 0, a name at index 6.
    private func cache() async throws -> [[Any]] {
        var items: [[Any]] = []
        for program in try await children(Reference(bus: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root")) {
            let answer = try await call(
                Reference(bus: program.bus, path: "/org/a11y/atspi/cache"), "call", interface: "org.a11y.atspi.Cache", method: "GetItems")
            items += (answer.first as? [Any] ?? []).compactMap { $0 as? [Any] }.filter { $0.count > 9 }
        }
        return items
    }

    private func children(_ element: Reference) async throws -> [Reference] {
        let answer = try await call(element, "call", interface: Self.interface, method: "GetChildren")
        return (answer.first as? [Any] ?? []).compactMap { child in
            guard let pair = child as? [String], pair.count == 2 else { return nil }
            return Reference(bus: pair[0], path: pair[1])
        }
    }

    private func call(_ element: Reference, _ verb: String, interface: String, method: String) async throws -> [Any] {
        Self.data(try await run(element, verb, interface: interface, member: method)) ?? []
    }

    private func run(_ element: Reference, _ verb: String, interface: String, member: String) async throws -> String {
        try await session.run(
            "busctl", ["--address=\(address)", "--json=short", verb, element.bus, element.path, interface, member]
        ).output
    }

    private static func object(_ text: String) -> [String: Any]? {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
    }

    private static func data(_ text: String) -> [Any]? { object(text)?["data"] as? [Any] }
}
