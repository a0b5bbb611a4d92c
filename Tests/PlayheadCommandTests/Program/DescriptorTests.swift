import Foundation
import PlayheadSamples
import TestSupport
import Testing

@Suite("Too few file descriptors", .timeLimit(.minutes(5)))
struct DescriptorTests {
    /// Returns the output of a command with a hard limit of open files.
    static func output(_ command: String, limit: Int) throws -> String {
        let shell = try ChildProcess(
            URL(fileURLWithPath: "/bin/sh"),
            arguments: ["-c", "ulimit -n \(limit); \"$0\" \(command) 2>&1; echo \"status $?\"", RunningProgram.path],
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/dev/null/home"], readsOutput: true)
        let data = try shell.output?.readToEnd() ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    @Test(
        "Too few descriptors are reported with status 1",
        arguments: [
            "play --json http://127.0.0.1:1/a.m3u8", "probe http://127.0.0.1:1/a.mp4", "inspect http://127.0.0.1:1/a.m3u8", "serve /tmp",
        ],
        [16, 32])
    func refused(command: String, limit: Int) throws {
        let output = try Self.output(command, limit: limit)
        #expect(output.contains("error: ") && output.contains("ulimit -n") && output.hasSuffix("status 1\n"), "\(output)")
    }

    @Test("The soft limit is raised to the hard limit")
    func raised() throws {
        let shell = try ChildProcess(
            URL(fileURLWithPath: "/bin/sh"),
            arguments: ["-c", "ulimit -S -n 16; \"$0\" probe http://127.0.0.1:1/a.mp4 2>&1; echo \"status $?\"", RunningProgram.path],
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/dev/null/home"], readsOutput: true)
        let output = String(decoding: try shell.output?.readToEnd() ?? Data(), as: UTF8.self)
        #expect(output.contains("121000") && output.hasSuffix("status 1\n"), "\(output)")
    }
}

@Suite("Too few file descriptors for viewers", .tags(.viewers), .serialized, .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct ViewerDescriptorTests {
    @Test("They are reported with the number of requests and what to do, also if all viewers arrive at once", arguments: ["0s", "3s"])
    func viewers(rampUp: String) async throws {
        let (origin, url) = try await Samples.origin(of: .hlsSmallLadder)
        let command = "monitor \(url) --viewers 150 --ramp-up \(rampUp) --duration 4s --output none"
        let output = try await Task.detached { try DescriptorTests.output(command, limit: 128) }.value
        #expect(
            output.contains("requests were not sent") && output.contains("ulimit -n") && output.hasSuffix("status 1\n"), "\(output)")
        await origin.stop()
    }
}
