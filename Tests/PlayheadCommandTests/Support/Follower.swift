import Foundation
import TestSupport

/// A client of a session bus that prints the signals until it is released.
final class Follower {
    let output: LineCollector
    private let process = Process()

    init(_ bus: SessionBus, _ tool: String, arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [tool] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(bus.environment) { $1 }
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        output = LineCollector(descriptor: dup(pipe.fileHandleForReading.fileDescriptor))
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
}
