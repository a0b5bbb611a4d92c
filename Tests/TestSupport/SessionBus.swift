import Foundation

/// A session bus of the test's own, on a private socket, and the tools that speak with it.
public final class SessionBus: Sendable {
    /// Where the server's things are.
    public let folder: URL
    /// The server's address.
    public var address: String { "unix:path=\(folder.path)/bus" }
    private let server: ChildProcess
    /// The server and what it starts, such as assistive technology, whose own bus would outlive it.
    public let family = ProcessFamily()

    /// Whether server and clients are installed; says so where not.
    public static let isInstalled: Bool = {
        let missing = ["dbus-daemon", "playerctl", "busctl"].filter { path(of: $0) == nil }
        if !missing.isEmpty { print("Skipped: \(missing.joined(separator: ", ")) not installed") }
        return missing.isEmpty
    }()

    /// Starts a server, and waits until it answers.
    /// - Parameter folder: Where its socket is; a new folder by default.
    public init(in folder: URL? = nil) async throws {
        let folder = folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("playhead-bus-\(UUID().uuidString.prefix(8))")
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let socket = folder.appendingPathComponent("bus")
        try? FileManager.default.removeItem(at: socket)
        guard let program = Self.path(of: "dbus-daemon") else { throw CocoaError(.executableNotLoadable) }
        // What the server starts has its sockets there too.
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

    /// Ends the server without a goodbye.
    public func end() { server.signal(SIGKILL) }

    /// What a program needs to know to find the server.
    public var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

    /// Runs a tool that speaks with the server.
    /// - Returns: Its status, and what it printed, without the last line's end.
    public func run(_ tool: String, _ arguments: String...) async throws -> (status: Int32, output: String) {
        try await run(tool, arguments)
    }

    /// Runs a tool that speaks with the server.
    public func run(_ tool: String, _ arguments: [String]) async throws -> (status: Int32, output: String) {
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        return try await withCheckedThrowingContinuation { continuation in
            // Not on the cooperative pool: it blocks.
            Thread.detachNewThread {
                let process = Process()
                process.executableURL = Self.path(of: tool)
                process.arguments = arguments
                process.environment = variables
                let pipe = Pipe()
                process.standardInput = FileHandle.nullDevice
                process.standardOutput = pipe
                process.standardError = pipe
                do { try process.run() } catch { return continuation.resume(throwing: error) }
                let output = pipe.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                let text = String(decoding: output, as: UTF8.self)
                continuation.resume(returning: (process.terminationStatus, text.trimmingCharacters(in: .newlines)))
            }
        }
    }

    /// The names of the players on the bus, in order; `nil` while it doesn't answer.
    public func names() async -> [String]? {
        guard let answer = try? await run("busctl", ["--address=\(address)", "--acquired", "--no-legend", "list"]), answer.status == 0
        else {
            return nil
        }
        let names = answer.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        return names.filter { $0.hasPrefix("org.mpris.") }.sorted()
    }

    /// What `playerctl` prints for a player.
    public func playerctl(_ arguments: String..., player: String = "playhead") async throws -> String {
        try await run("playerctl", ["-p", player] + arguments).output
    }

    private static func path(of program: String) -> URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent(program) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
