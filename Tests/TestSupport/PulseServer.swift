import Foundation
import Synchronization

/// A sound server of the test with PulseAudio's protocol: a null sink on a private socket, separate from the machine's sound.
package final class PulseServer: Sendable {
    /// The program that provides the protocol.
    package enum Kind: String, Sendable, CaseIterable {
        /// PulseAudio itself.
        case pulseAudio
        /// PipeWire with WirePlumber and PipeWire's PulseAudio server.
        case pipeWire

        /// The programs of the server.
        var programs: [String] {
            switch self {
            case .pulseAudio: ["pulseaudio"]
            case .pipeWire: ["dbus-daemon", "pipewire", "wireplumber", "pipewire-pulse"]
            }
        }

        /// The installed kinds.
        package static let installed = allCases.filter { kind in
            let missing = kind.programs.filter { path(of: $0) == nil }
            if !missing.isEmpty { print("Skipped: \(missing.joined(separator: ", ")) not installed") }
            return missing.isEmpty
        }
    }

    /// The null sink's name.
    package static let sink = "test"

    /// Whether a server and its recorder are installed; prints a note if not.
    package static let isInstalled: Bool = {
        let missing = ["pulseaudio", "parec"].filter { path(of: $0) == nil }
        if !missing.isEmpty { print("Skipped: \(missing.joined(separator: ", ")) not installed") }
        return missing.isEmpty
    }()

    /// The folder of the server's files.
    package let folder: URL
    /// The program that provides the protocol.
    package let kind: Kind
    private let processes: Mutex<[ChildProcess]>

    /// The path of the server's socket.
    private var socketPath: String { folder.path + (kind == .pulseAudio ? "/socket" : "/pulse/native") }

    /// The server's address.
    package var address: String { "unix:\(socketPath)" }

    /// Starts the server, and waits until it listens and has its null sink.
    package init(_ kind: Kind = .pulseAudio) async throws {
        self.kind = kind
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-pulse-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        processes = Mutex([])
        try await start()
    }

    /// Starts the server again after it was ended.
    package func restart() async throws {
        processes.withLock { $0 = [] }
        try? FileManager.default.removeItem(atPath: socketPath)
        try await start()
    }

    private func start() async throws {
        switch kind {
        case .pulseAudio:
            try run(
                "pulseaudio",
                [
                    "-n", "--exit-idle-time=-1", "--daemonize=no", "--use-pid-file=no", "--disable-shm", "--log-target=stderr",
                    "-L", "module-native-protocol-unix socket=\(socketPath) auth-anonymous=1",
                    "-L", "module-null-sink sink_name=\(Self.sink) rate=48000 format=float32le",
                ])
            try await waitUntilItListens(socketPath)
        case .pipeWire:
            // WirePlumber ends without a session bus.
            try run("dbus-daemon", ["--session", "--nofork", "--nopidfile", "--address=unix:path=\(folder.path)/bus"])
            try await waitUntilItListens(folder.path + "/bus")
            try run("pipewire", [])
            try await waitUntilItListens(folder.path + "/pipewire-0")
            try run("wireplumber", [])
            try run("pipewire-pulse", [])
            try await waitUntilItListens(socketPath)
            try await loadSink()
        }
    }

    /// Creates the null sink, and waits until streams are connected to it by default.
    package func loadSink() async throws {
        try await pactl("load-module", "module-null-sink", "sink_name=\(Self.sink)", "rate=48000", "format=float32le")
        try await eventually("the null sink") { try await pactl("get-default-sink").hasPrefix(Self.sink) }
    }

    private func run(_ program: String, _ arguments: [String]) throws {
        guard let path = Self.path(of: program) else { throw CocoaError(.executableNotLoadable) }
        var variables = Self.environment(folder)
        if kind == .pipeWire {
            // With this variable the socket would be in another folder.
            variables["PULSE_RUNTIME_PATH"] = nil
            variables["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(folder.path)/bus"
        }
        let process = try ChildProcess(path, arguments: arguments, environment: variables, readsOutput: false)
        processes.withLock { $0.append(process) }
    }

    private func waitUntilItListens(_ socket: String) async throws {
        // The socket's file exists a moment before the server listens.
        try await eventually("\(socket) listens") { Self.accepts(socket) }
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

    private func signal(_ signal: Int32) { processes.withLock { for process in $0 { process.signal(signal) } } }

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
