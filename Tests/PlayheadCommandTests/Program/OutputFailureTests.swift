import Foundation
import TestSupport
import Testing

/// Tests output that can't be written.
@Suite("Files and outputs that can't be written", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct OutputFailureTests {
    private static let full = "/dev/full"

    /// Runs the program through a shell, with standard output on a full device.
    private func runOnFullDisk(_ arguments: String) async throws -> (status: Int32, errors: String) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("full-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = "'\(RunningProgram.path)' \(arguments) >\(Self.full) 2>'\(folder.path)/errors'; echo $?"
        let shell = try ChildProcess(
            URL(filePath: "/bin/sh"), arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin", "HOME": NSHomeDirectory()],
            readsOutput: true)
        let output = shell.output
        let text = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: String(decoding: output?.readDataToEndOfFile() ?? Data(), as: UTF8.self))
            }
        }
        let errors = try String(contentsOf: folder.appendingPathComponent("errors"), encoding: .utf8)
        _ = shell
        return (Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1, errors)
    }

    @Test("A full disk for standard output is reported with status 1 by every command")
    func standardOutput() async throws {
        let film = try await Samples.path(of: Samples.short)
        let trace = FileManager.default.temporaryDirectory.appendingPathComponent("trace-\(UUID()).jsonl").path
        defer { try? FileManager.default.removeItem(atPath: trace) }
        _ = try await RunningProgram.run(["play", "--json", "--speed", "max", "--trace", trace, film])
        for arguments in [
            "play --json --speed max '\(film)'", "play --speed max '\(film)'", "probe '\(film)'", "probe --json '\(film)'",
            "replay '\(trace)'", "states", "--help", "--version",
        ] {
            let (status, errors) = try await runOnFullDisk(arguments)
            #expect(status == 1 && errors.contains("No space left on device"), "\(arguments): \(status) \(errors)")
        }
    }

    @Test("Playback continues without a trace that a full disk does not take, with status 1")
    func trace() async throws {
        let film = try await Samples.path(of: Samples.short)
        let (status, output, errors) = try await RunningProgram.run(["play", "--json", "--speed", "max", "--trace", Self.full, film])
        #expect(status == 1 && errors.contains("No space left on device"), "\(errors)")
        #expect(output.contains { $0.contains("onPlaylistComplete") })
        var information = stat()
        #expect(stat(Self.full, &information) == 0 && information.st_mode & S_IFMT == S_IFCHR)
    }

    @Test("A full disk for a thumbnail is reported with status 1")
    func thumbnail() async throws {
        let film = try await Samples.path(of: Samples.short)
        let (status, output, errors) = try await RunningProgram.run(["probe", "--thumbnail", "0", "--output", Self.full, film])
        #expect(status == 1 && output.isEmpty && errors.contains("No space left on device"), "\(errors)")
    }

    @Test("Traces and thumbnails do not replace pipes, devices and symbolic links")
    func kinds() async throws {
        let film = try await Samples.path(of: Samples.short)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kinds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        func kind(_ name: String) -> mode_t {
            var information = stat()
            return lstat(path(name), &information) == 0 ? information.st_mode & S_IFMT : 0
        }
        try Data("old content that is longer than nothing".utf8).write(to: folder.appendingPathComponent("target"))
        #expect(symlink("target", path("link")) == 0 && symlink("/dev/null", path("null")) == 0)
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("folder"), withIntermediateDirectories: true)
        for options in [["play", "--json", "--speed", "max", film, "--trace"], ["probe", film, "--thumbnail", "0", "--output"]] {
            let isTrace = options.contains("--trace")
            // A pipe without a reader is reported, and does not block.
            let pipe = try await RunningProgram.run(options + [path("pipe")])
            #expect(pipe.status == (isTrace ? 2 : 1) && kind("pipe") == S_IFIFO, "\(pipe.errors)")
            let link = try await RunningProgram.run(options + [path("link")])
            #expect(link.status == 0 && kind("link") == S_IFLNK && kind("target") == S_IFREG, "\(link.errors)")
            let written = try Data(contentsOf: folder.appendingPathComponent("target"))
            #expect(written.starts(with: Data((isTrace ? "{" : "P6").utf8)) && !written.contains(Data("old content".utf8)))
            let null = try await RunningProgram.run(options + [path("null")])
            #expect(null.status == 0 && kind("null") == S_IFLNK, "\(null.errors)")
            let directory = try await RunningProgram.run(options + [path("folder")])
            #expect(directory.status != 0 && kind("folder") == S_IFDIR)
        }
    }

    @Test("A trace is written completely to a pipe with a reader")
    func readPipe() async throws {
        let film = try await Samples.path(of: Samples.short)
        let pipe = FileManager.default.temporaryDirectory.appendingPathComponent("pipe-\(UUID().uuidString)").path
        #expect(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        _ = fcntl(reader, F_SETFL, 0)
        let holder = open(pipe, O_WRONLY | O_CLOEXEC)
        let collector = LineCollector(descriptor: reader)
        let (status, _, errors) = try await RunningProgram.run(["play", "--json", "--speed", "max", "--trace", pipe, film])
        #expect(status == 0, "\(errors)")
        await collector.wait { $0.last?.hasPrefix(#"{"end""#) == true }
        close(holder)
        #expect(collector.lines.first?.contains("playheadTrace") == true)
    }
}
