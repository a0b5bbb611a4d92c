import Foundation
import Synchronization

/// A command of the system that generates samples.
package struct Tool: Sendable {
    let name: String
    private let executable: URL

    /// Finds a command in the folders of `path`, which are separated by colons, as in `PATH`.
    /// - Throws: ``SampleStreamError/toolNotFound(_:)``.
    package init(_ name: String, path: String = ProcessInfo.processInfo.environment["PATH"] ?? "") throws {
        let candidates = path.split(separator: ":").map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
        guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw SampleStreamError.toolNotFound(name)
        }
        self.name = name
        executable = found
    }

    /// The name, size and date of the executable, which change with its version.
    var identity: String {
        let attributes = try? FileManager.default.attributesOfItem(atPath: executable.resolvingSymlinksInPath().path)
        return "\(name) \(attributes?[.size] ?? "") \(attributes?[.modificationDate] ?? "")"
    }

    /// Runs the command and waits for its end without blocking a thread. Cancelling the task kills the command.
    ///
    /// - Returns: The standard output of the command.
    /// - Throws: ``SampleStreamError/toolFailed(_:status:message:)`` with the end of the standard error output.
    @discardableResult
    package func run(_ arguments: [String], in folder: URL) async throws -> String {
        // Files instead of pipes, because pipes would have to be drained while the command runs.
        let output = folder.appendingPathComponent(".output-\(UUID().uuidString)")
        let errors = folder.appendingPathComponent(".errors-\(UUID().uuidString)")
        defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
        try Data().write(to: output)
        try Data().write(to: errors)
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        let handles = try (FileHandle(forWritingTo: output), FileHandle(forWritingTo: errors))
        process.standardOutput = handles.0
        process.standardError = handles.1
        let status = try await end(of: process)
        try? handles.0.close()
        try? handles.1.close()
        try Task.checkCancellation()
        guard status == 0 else {
            let message = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            throw SampleStreamError.toolFailed(name, status: status, message: String(message.suffix(2000)))
        }
        return (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    }

    private func end(of process: Process) async throws -> Int {
        // Ending a process that was never started is an error, so the first of the two decides.
        let isCancelled = Mutex(false)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int, any Error>) in
                process.terminationHandler = { continuation.resume(returning: Int($0.terminationStatus)) }
                isCancelled.withLock { isCancelled in
                    guard !isCancelled else { return continuation.resume(throwing: CancellationError()) }
                    do { try process.run() } catch { continuation.resume(throwing: error) }
                }
            }
        } onCancel: {
            isCancelled.withLock { isCancelled in
                isCancelled = true
                // Not SIGTERM: a command that misses it while it starts would run on, and what it has written is removed anyway.
                if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            }
        }
    }
}
