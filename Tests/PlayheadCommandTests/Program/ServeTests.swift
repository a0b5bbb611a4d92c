import Foundation
import PlayheadCore
import PlayheadTransport
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

    @Test("A missing folder exits with status 1")
    func missing() async throws {
        let (status, output, errors) = try await RunningProgram.run(["serve", "/nothing/here"])
        #expect(status == 1 && output.isEmpty && errors.hasPrefix("serve: "))
    }

    @Test("A live stream with too many segments is refused at once", arguments: [["--event"], ["--dvr", "1000000000"]])
    func tooManySegments(options: [String]) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-serve-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n".utf8)
            .write(to: folder.appendingPathComponent("main.m3u8"))
        let (status, output, errors) = try await RunningProgram.run(["serve", folder.path, "--head", "1000000000"] + options)
        #expect(status == 1 && output.isEmpty && errors.contains("500000000 segments"), "\(errors)")
    }

    private func text(_ url: URL, _ loader: URLLoader) async throws -> String {
        var bytes: [UInt8] = []
        for try await chunk in try await loader.load(LoadRequest(url: url, kind: .media)).body { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
    }
}
