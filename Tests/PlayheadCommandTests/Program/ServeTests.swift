import Foundation
import PlayheadCore
import PlayheadOrigin
import PlayheadTransport
import TestSupport
import Testing

@Suite("playhead serve", .timeLimit(.minutes(5)))
struct ServeTests {
    @Test("serve prints its URL, serves the folder with the requested faults, and ends with a signal")
    func serves() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-serve-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("0123456789".utf8).write(to: folder.appendingPathComponent("a.txt"))
        try Data("never".utf8).write(to: folder.appendingPathComponent("b.txt"))
        let program = try RunningProgram([
            "serve", folder.path, "--fault", "status=503,path=b.txt", "--fault", "status=410,path=a.txt,requests=at-2",
        ])
        await program.output.wait { !$0.isEmpty }
        let url = try #require(program.output.lines.first.flatMap { URL(string: $0) })
        #expect(url.host == "127.0.0.1")
        let loader = URLLoader()
        #expect(try await text(url.appendingPathComponent("a.txt"), loader) == "0123456789")
        for (name, code) in [("a.txt", 410), ("b.txt", 503), ("c.txt", 404)] {
            let error = await #expect(throws: LoadError.self) { try await text(url.appendingPathComponent(name), loader) }
            #expect(error.map { "\($0)".contains("\(code)") } == true, "\(String(describing: error))")
        }
        #expect(try await text(url.appendingPathComponent("a.txt"), loader) == "0123456789")
        program.signal(SIGTERM)
        #expect(await program.status() == 0)
        #expect(program.errors.text.isEmpty && program.output.lines.count == 1)
        await loader.shutdown()
    }

    @Test("A signal in the moment in which the URL is printed ends the program", arguments: [[], ["--live"]] as [[String]])
    func signalAtOnce(options: [String]) async throws {
        try await withPlaylist { folder in
            for _ in 1...10 {
                let program = try RunningProgram(["serve", folder.path] + options)
                await program.output.wait { !$0.isEmpty }
                program.signal(SIGTERM)
                // A signal that is lost leaves it to the watchdog, whose status is another one.
                #expect(await program.status() == 0)
            }
        }
    }

    @Test("A missing folder, a port in use and a missing file of an option are errors in plain words")
    func missing() async throws {
        let (status, output, errors) = try await RunningProgram.run(["serve", "/nothing/here"])
        #expect(status == 1 && output.isEmpty && errors.hasPrefix("serve: "))
        let origin = try await LoopbackOrigin.start()
        let taken = try await RunningProgram.run(["serve", ".", "--port", "\(origin.port)"])
        #expect(taken.status == 1 && taken.errors.hasPrefix("serve: Port \(origin.port) can't be used: Address already in use."))
        await origin.stop()
        let trace = try await RunningProgram.run(["serve", ".", "--trace", "/nothing/here"])
        #expect(trace.status == 2 && trace.errors.contains("--trace: '/nothing/here' can't be read: "))
        #expect(trace.errors.contains("Usage: playhead serve "), "\(trace.errors)")
    }

    @Test("A file that is no playlist, and a playlist that does not exist, are refused", arguments: [[], ["--live"]] as [[String]])
    func wrongFiles(options: [String]) async throws {
        try await withPlaylist { folder in
            let film = folder.appendingPathComponent("film.mp4")
            try Data().write(to: film)
            let other = try await RunningProgram.run(["serve", film.path] + options)
            #expect(other.status == 2 && other.output.isEmpty && other.errors.contains("is neither a folder nor a playlist"))
            let missing = try await RunningProgram.run(["serve", folder.appendingPathComponent("other.m3u8").path] + options)
            #expect(missing.status == 1 && missing.output.isEmpty && missing.errors.hasPrefix("serve: There is no file or folder"))
        }
    }

    @Test(
        "A request to another host is refused, because a site can let its name resolve to this machine",
        arguments: [[], ["--live"]] as [[String]])
    func otherHost(options: [String]) async throws {
        try await withPlaylist { folder in
            let program = try RunningProgram(["serve", folder.path] + options)
            await program.output.wait { !$0.isEmpty }
            let root = try #require(program.output.lines.first.flatMap { URL(string: $0) })
            let url = options.isEmpty ? root.appendingPathComponent("main.m3u8") : root
            let loader = URLLoader()
            let request = LoadRequest(url: url, kind: .media, headers: ["Host": "evil.example"])
            let error = await #expect(throws: LoadError.self) { try await loader.load(request) }
            #expect(error?.reason == .status(421))
            #expect(try await text(url, loader).hasPrefix("#EXTM3U"))
            program.signal(SIGTERM)
            #expect(await program.status() == 0)
            await loader.shutdown()
        }
    }

    @Test("The date of --start-date is that of the start, also far in the future")
    func startDate() async throws {
        try await withPlaylist { folder in
            // Four seconds were already broadcast at the start.
            let program = try RunningProgram(["serve", folder.path, "--event", "--head", "4", "--start-date", "9999-01-01T00:00:04Z"])
            await program.output.wait { !$0.isEmpty }
            let url = try #require(program.output.lines.first.flatMap { URL(string: $0) })
            let loader = URLLoader()
            let playlist = try await text(url, loader)
            let dates = playlist.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-PROGRAM-DATE-TIME:") }
            #expect(dates.first == "#EXT-X-PROGRAM-DATE-TIME:9999-01-01T00:00:00.000Z", "\(playlist)")
            program.signal(SIGTERM)
            #expect(await program.status() == 0)
            await loader.shutdown()
        }
    }

    @Test("A live stream with too many segments is refused at once", arguments: [["--event"], ["--dvr", "1000000000"]])
    func tooManySegments(options: [String]) async throws {
        try await withPlaylist { folder in
            let (status, output, errors) = try await RunningProgram.run(["serve", folder.path, "--head", "1000000000"] + options)
            #expect(status == 1 && output.isEmpty && errors.contains("500000000 segments"), "\(errors)")
        }
    }

    /// Runs a test with a folder that contains the playlist of a segment of two seconds.
    private func withPlaylist(_ body: (URL) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            try Data("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n".utf8)
                .write(to: folder.appendingPathComponent("main.m3u8"))
            try await body(folder)
        }
    }

    private func text(_ url: URL, _ loader: URLLoader) async throws -> String {
        var bytes: [UInt8] = []
        for try await chunk in try await loader.load(LoadRequest(url: url, kind: .media)).body { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
    }
}
