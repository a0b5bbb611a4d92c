import Foundation

/// A run of a program of the system to its end, on a thread of its own, because waiting must not block the cooperative pool.
package enum ToolRun {
    /// Runs a program without input.
    /// - Parameters:
    ///   - program: The program.
    ///   - arguments: Its arguments.
    ///   - environment: The variables besides those of the test.
    ///   - folder: The working directory; `nil` for that of the test.
    /// - Returns: The exit status, and standard output and standard error together.
    /// - Throws: The error of the start.
    package static func output(
        of program: URL, _ arguments: [String], environment: [String: String], in folder: URL? = nil
    ) async throws -> (status: Int32, output: String) {
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                let process = Process()
                process.executableURL = program.absoluteURL
                process.arguments = arguments
                process.environment = variables
                if let folder { process.currentDirectoryURL = folder }
                let pipe = Pipe()
                process.standardInput = FileHandle.nullDevice
                process.standardOutput = pipe
                process.standardError = pipe
                do { try process.run() } catch { return continuation.resume(throwing: error) }
                let output = pipe.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                continuation.resume(returning: (process.terminationStatus, String(decoding: output, as: UTF8.self)))
            }
        }
    }
}
