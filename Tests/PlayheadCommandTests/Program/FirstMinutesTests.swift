import Foundation
import PlayheadSamples
import Testing

@Suite("The first minutes with the program", .timeLimit(.minutes(5)))
struct FirstMinutesTests {
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test("A file plays without a command, and so do a folder and a list", .enabled(if: Samples.arePossible))
    func plays() async throws {
        try await withFolder { folder in
            let sample = URL(fileURLWithPath: try await Samples.path(of: Samples.short))
            try FileManager.default.createDirectory(at: folder.appending(path: "b"), withIntermediateDirectories: true)
            let file = folder.appending(path: "a b.mp4")
            try FileManager.default.copyItem(at: sample, to: file)
            try FileManager.default.copyItem(at: sample, to: folder.appending(path: "b/c.mp4"))
            let list = folder.appending(path: "list.m3u")
            try Data("#EXTM3U\n#EXTINF:2,One\na%20b.mp4\nb/c.mp4\n".utf8).write(to: list)
            for (location, frames) in [(file, 60), (folder, 120), (list, 120)] {
                let (status, output, errors) = try await RunningProgram.run(["--json", "--speed", "max", location.path])
                #expect(status == 0 && errors.isEmpty, "\(errors)")
                #expect(try EventLine.all(output).last?.framesShown == frames)
                #expect(!output.contains { $0.contains("00000000") || $0.contains("99999999") }, "noise of floating-point numbers")
            }
        }
    }

    @Test("Without arguments the program prints its commands in groups, with examples")
    func help() async throws {
        let (status, output, errors) = try await RunningProgram.run([])
        let text = output.joined(separator: "\n")
        #expect(status == 0 && errors.isEmpty && text.contains("playhead movie.mp4") && text.contains("WATCH"))
    }

    @Test(
        "An error is printed once, in words, with advice",
        arguments: [
            (["/nothing/here.mp4"], "does not exist", "Check the path"),
            (["rtsp://127.0.0.1/a"], "Only http, https and files", "over HTTP"),
            (["http://127.0.0.1:1/a.mp4"], "Connection refused)", "Check the name and the port"),
            (["probe", "http://127.0.0.1:1/a.mp4"], "Connection refused)", "Check the name and the port"),
            (["serve", "/nothing/here"], "no file or folder '/nothing/here'", "--sample"),
        ])
    func errors(arguments: [String], cause: String, advice: String) async throws {
        let (status, output, errors) = try await RunningProgram.run(arguments)
        #expect(status == 1 && errors.contains(cause) && errors.contains(advice), "\(errors)")
        #expect(!output.contains { $0.contains(cause) })
    }

    @Test("Media without sound is said to have none", .enabled(if: Samples.arePossible))
    func silence() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "silent.mp4")
            let sample = try await Samples.path(of: Samples.short)
            _ = try await Tool("ffmpeg").run(["-nostdin", "-loglevel", "error", "-i", sample, "-an", "-c", "copy", file.path], in: folder)
            let (_, output, _) = try await RunningProgram.run([file.path, "--speed", "max"])
            #expect(output.contains { $0.contains("sound") && $0.contains("no sound") })
        }
    }
}
