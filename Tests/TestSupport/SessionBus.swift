import Foundation

/// A session bus of the test on a private socket, and its client tools.
package final class SessionBus: Sendable {
    /// The folder of the server's files.
    package let folder: URL
    /// The server's address.
    package var address: String { "unix:path=\(folder.path)/bus" }
    private let server: ChildProcess
    /// The server and its children, such as the accessibility services, whose own bus would outlive it.
    package let family = ProcessFamily()

    /// Whether server and clients are installed; prints a note if not.
    package static let isInstalled: Bool = {
        let missing = ["dbus-daemon", "playerctl", "busctl"].filter { path(of: $0) == nil }
        if !missing.isEmpty { print("Skipped: \(missing.joined(separator: ", ")) not installed") }
        return missing.isEmpty
    }()

    /// Starts a server with its socket in `folder`, by default a new folder, and waits until the server responds.
    package init(in folder: URL? = nil) async throws {
        let folder = folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("playhead-bus-\(UUID().uuidString.prefix(8))")
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let socket = folder.appendingPathComponent("bus")
        try? FileManager.default.removeItem(at: socket)
        guard let program = Self.path(of: "dbus-daemon") else { throw CocoaError(.executableNotLoadable) }
        // The sockets of the server's children are in the same folder.
        let variables = ["XDG_RUNTIME_DIR": folder.path].merging(family.environment) { $1 }
        server = try ChildProcess(
            program, arguments: ["--session", "--nofork", "--nopidfile", "--address=unix:path=\(socket.path)"],
            environment: ProcessInfo.processInfo.environment.merging(variables) { $1 }, readsOutput: false)
        try await eventually("the server answers") { await names() != nil }
    }

    deinit {
        family.end()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Kills the server.
    package func end() { server.signal(SIGKILL) }

    /// The environment with which programs find the server.
    package var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

    /// Runs a client tool.
    /// - Returns: The status, and the output without the last line break.
    package func run(_ tool: String, _ arguments: String...) async throws -> (status: Int32, output: String) {
        try await run(tool, arguments)
    }

    /// Runs a client tool.
    package func run(_ tool: String, _ arguments: [String]) async throws -> (status: Int32, output: String) {
        guard let program = Self.path(of: tool) else { throw CocoaError(.executableNotLoadable) }
        let (status, output) = try await ToolRun.output(of: program, arguments, environment: environment)
        return (status, output.trimmingCharacters(in: .newlines))
    }

    /// Returns the sorted names of the players on the bus; `nil` while it does not respond.
    package func names() async -> [String]? {
        guard let answer = try? await run("busctl", ["--address=\(address)", "--acquired", "--no-legend", "list"]), answer.status == 0
        else {
            return nil
        }
        let names = answer.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        return names.filter { $0.hasPrefix("org.mpris.") }.sorted()
    }

    /// Returns the output of `playerctl` for a player.
    package func playerctl(_ arguments: String..., player: String = "playhead") async throws -> String {
        try await run("playerctl", ["-p", player] + arguments).output
    }

    private static func path(of program: String) -> URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent(program) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
