import Foundation
import Synchronization

/// A PulseAudio server of the test: a null sink on a private socket, separate from the machine's sound.
package final class PulseServer: Sendable {
    /// The null sink's name.
    package static let sink = "test"

    /// Whether the server and its recorder are installed; prints a note if not.
    package static let isInstalled: Bool = {
        let missing = ["pulseaudio", "parec"].filter { path(of: $0) == nil }
        if !missing.isEmpty { print("Skipped: \(missing.joined(separator: ", ")) not installed") }
        return missing.isEmpty
    }()

    /// The folder of the server's files.
    package let folder: URL
    private let process: Mutex<ChildProcess>

    /// The server's address.
    package var address: String { "unix:\(folder.path)/socket" }

    /// Starts the server, and waits until it listens.
    package init() async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-pulse-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        process = Mutex(try Self.start(in: folder))
        try await waitUntilItListens()
    }

    /// Starts the server again after it was ended.
    package func restart() async throws {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent("socket"))
        let next = try Self.start(in: folder)
        process.withLock { $0 = next }
        try await waitUntilItListens()
    }

    private static func start(in folder: URL) throws -> ChildProcess {
        guard let program = path(of: "pulseaudio") else { throw CocoaError(.executableNotLoadable) }
        return try ChildProcess(
            program,
            arguments: [
                "-n", "--exit-idle-time=-1", "--daemonize=no", "--use-pid-file=no", "--disable-shm", "--log-target=stderr",
                "-L", "module-native-protocol-unix socket=\(folder.path)/socket auth-anonymous=1",
                "-L", "module-null-sink sink_name=\(sink) rate=48000 format=float32le",
            ], environment: environment(folder), readsOutput: false)
    }

    private func waitUntilItListens() async throws {
        let socket = folder.appendingPathComponent("socket").path
        // The socket's file exists a moment before the server listens.
        try await eventually("the server listens") { Self.accepts(socket) }
    }

    /// Returns whether a local socket accepts connections.
    private static func accepts(_ path: String) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    deinit {
        signal(SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Kills the server.
    package func kill() {
        signal(SIGKILL)
    }

    /// Stops the server's process: it neither responds nor ends.
    package func freeze() {
        signal(SIGSTOP)
    }

    /// Continues the stopped process.
    package func thaw() {
        signal(SIGCONT)
    }

    private func signal(_ signal: Int32) { process.withLock { $0.signal(signal) } }

    /// Runs the server's command-line client.
    /// - Returns: The output.
    @discardableResult
    package func pactl(_ arguments: String...) async throws -> String {
        guard let program = Self.path(of: "pactl") else { throw CocoaError(.executableNotLoadable) }
        let process = try ChildProcess(
            program, arguments: ["--server=\(address)"] + arguments, environment: Self.environment(folder), readsOutput: true)
        let output = process.output
        return await withCheckedContinuation { continuation in
            // The call blocks, so it must not run on the cooperative pool.
            Thread.detachNewThread {
                let text = String(decoding: output?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
                withExtendedLifetime(process) {}
                continuation.resume(returning: text)
            }
        }
    }

    /// Plays silence with a role, as another program, until the process is released.
    package func sound(role: String) throws -> ChildProcess {
        guard let program = Self.path(of: "pacat") else { throw CocoaError(.executableNotLoadable) }
        return try ChildProcess(
            program, arguments: ["--server=\(address)", "--property=media.role=\(role)", "/dev/zero"],
            environment: Self.environment(folder), readsOutput: false)
    }

    /// The environment that separates server and recorder from the user's.
    package static func environment(_ folder: URL) -> [String: String] {
        var variables = ProcessInfo.processInfo.environment
        for name in ["HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "PULSE_RUNTIME_PATH", "PULSE_STATE_PATH"] {
            variables[name] = folder.path
        }
        variables["PULSE_SERVER"] = nil
        return variables
    }

    /// Returns the path of an installed program, or `nil`.
    package static func path(of program: String) -> URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent(program) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
