import Foundation
import Glibc
import Synchronization
import TestSupport

/// The built program as a process in its own process group.
final class RunningProgram: Sendable {
    struct NotStarted: Error { let status: Int32 }

    let pid: pid_t
    /// The standard output.
    let output: LineCollector
    /// The standard error.
    let errors: LineCollector
    private let input: Mutex<Int32?>
    private let exit: Task<Int32, Never>

    /// The path of the program, which is built beside the tests.
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("playhead").path

    /// Starts are serialized, so that no program inherits a pipe before it is marked.
    private static let starting = Mutex(())

    /// Starts the program with a terminal for standard input and output; pipes by default. The reader of standard output is closed at the
    /// first line that matches `close`. With `errorsOnTerminal` the terminal is the standard error as well.
    init(
        _ arguments: [String], terminal: PseudoTerminal? = nil, errorsOnTerminal: Bool = false, environment extra: [String: String] = [:],
        closingOutputAt close: (@Sendable (String) -> Bool)? = nil
    ) throws {
        let (inputPipe, outputPipe, errorPipe) = try Self.starting.withLock { _ in (try Self.pipe(), try Self.pipe(), try Self.pipe()) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, terminal?.terminal ?? inputPipe.read, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, terminal?.terminal ?? outputPipe.write, STDOUT_FILENO)
        let errorOutput = errorsOnTerminal ? terminal?.terminal : nil
        posix_spawn_file_actions_adddup2(&actions, errorOutput ?? errorPipe.write, STDERR_FILENO)
        SpawnActions.closeOthers(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // The tests must not depend on a sound server of the machine.
        let base = [
            "PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": "/dev/null/home",
            "PULSE_SERVER": "unix:/nonexistent",
        ]
        let inherited = ProcessInfo.processInfo.environment.filter { $0.key == "LD_LIBRARY_PATH" || $0.key == "PATH" }
        let environment = base.merging(inherited) { $1 }.merging(extra) { $1 }
        var argumentPointers: [UnsafeMutablePointer<CChar>?] = ([Self.path] + arguments).map { strdup($0) } + [nil]
        var environmentPointers: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
        var pid: pid_t = 0
        let status = Self.starting.withLock { _ in
            posix_spawn(&pid, Self.path, &actions, &attributes, &argumentPointers, &environmentPointers)
        }
        for descriptor in [inputPipe.read, outputPipe.write, errorPipe.write] { Glibc.close(descriptor) }
        output = LineCollector(descriptor: outputPipe.read, closingAt: close)
        errors = LineCollector(descriptor: errorPipe.read)
        input = Mutex(inputPipe.write)
        guard status == 0 else {
            throw NotStarted(status: status)
        }
        self.pid = pid
        let (ended, continuation) = AsyncStream.makeStream(of: Int32.self)
        let started = pid
        Thread.detachNewThread {
            var status: Int32 = 0
            while waitpid(started, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            continuation.yield(signal == 0 ? (status >> 8) & 0xFF : -signal)
            continuation.finish()
        }
        exit = Task {
            for await status in ended { return status }
            return Int32.min
        }
    }

    deinit {
        if pid > 0 { kill(-pid, SIGKILL) }
        closeInput()
    }

    /// Runs the program to its end.
    static func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> (
        status: Int32, output: [String], errors: String
    ) {
        let program = try RunningProgram(arguments, environment: environment)
        let status = await program.status()
        return (status, program.output.lines, program.errors.text)
    }

    /// Writes lines to its standard input at once.
    func send(_ lines: String...) {
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        input.withLock { input in
            guard let input else { return }
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes { write(input, $0.baseAddress?.advanced(by: sent), bytes.count - sent) }
                guard count > 0 else { return }
                sent += count
            }
        }
    }

    /// Closes its standard input.
    func closeInput() {
        input.withLock { input in
            if let input { Glibc.close(input) }
            input = nil
        }
    }

    func signal(_ number: Int32) { kill(pid, number) }

    /// Waits for the end of the program and its output, and returns the exit status, or the negative number of a signal.
    func status() async -> Int32 {
        let status = await withTaskCancellationHandler {
            await exit.value
        } onCancel: {
            kill(-pid, SIGKILL)
        }
        await output.end()
        await errors.end()
        return status
    }

    /// Returns its resident memory in bytes; 0 after its end.
    func residentMemory() -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let kibibyte = 1024
        return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * kibibyte } ?? 0
    }

    /// Whether processes of its group remain.
    var hasLeftProcesses: Bool { kill(-pid, 0) == 0 }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw NotStarted(status: errno) }
        // Other programs that are started meanwhile must not inherit the descriptors.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
