import Foundation
import Synchronization

/// A child process of this program whose output is read.
///
/// `@unchecked Sendable`: the process is used by one thread; the lines are protected by a lock.
final class WorkerProcess: @unchecked Sendable {
    /// The description of a successful end.
    static let success = "status 0"

    private struct Output {
        var pending: [UInt8] = []
        var lines: [String] = []
        var isOver = false
    }

    private let process = Process()
    private let output = Mutex(Output())
    private let arrived = DispatchSemaphore(value: 0)
    private let errors: URL
    private var wasKilled = false

    init(_ arguments: [String]) throws {
        errors = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-fuzz-\(UUID().uuidString).log")
        try Data().write(to: errors)
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let bytes = [UInt8](handle.availableData)
            if bytes.isEmpty { handle.readabilityHandler = nil }
            self?.append(bytes)
        }
        try process.run()
    }

    private func append(_ bytes: [UInt8]) {
        let count = output.withLock { output in
            output.isOver = bytes.isEmpty
            output.pending += bytes
            var count = bytes.isEmpty ? 1 : 0
            while let end = output.pending.firstIndex(of: UInt8(ascii: "\n")) {
                output.lines.append(String(decoding: output.pending[..<end], as: UTF8.self))
                output.pending.removeFirst(end + 1)
                count += 1
            }
            return count
        }
        for _ in 0..<count { arrived.signal() }
    }

    /// Returns the next line; `nil` after the last one. A worker without output for `seconds` is killed.
    func nextLine(within seconds: Double) -> String? {
        if arrived.wait(timeout: .now() + seconds) == .timedOut {
            wasKilled = true
            kill(process.processIdentifier, SIGKILL)
            return nil
        }
        return output.withLock { $0.lines.isEmpty ? nil : $0.lines.removeFirst() }
    }

    /// Waits for the end of the process.
    /// - Returns: The status, and the output about the end.
    func end() -> String {
        process.waitUntilExit()
        defer { try? FileManager.default.removeItem(at: errors) }
        if wasKilled { return "it hangs" }
        let status = process.terminationStatus
        if process.terminationReason == .exit, status == 0 || status == 1 { return Self.success }
        let text = String(decoding: (try? Data(contentsOf: errors)) ?? Data(), as: UTF8.self)
        let telling = text.split(separator: "\n").filter { line in
            ["Fatal error", "ERROR: ", "SUMMARY", "Precondition", " in "].contains { line.contains($0) }
        }
        let kind = process.terminationReason == .exit ? "status" : "signal"
        return "\(kind) \(status): " + telling.prefix(12).joined(separator: " | ").prefix(1500)
    }
}
