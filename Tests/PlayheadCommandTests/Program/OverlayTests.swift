import Foundation
import PlayheadCore
import PlayheadTransport
import Testing

@Suite("playhead play --overlay", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct OverlayTests {
    @Test("The address is printed, the page and the module are served, and playback is unaffected")
    func served() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-overlay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("the page".utf8).write(to: folder.appendingPathComponent("index.html"))
        let program = try RunningProgram([
            "play", "--json", "--speed", "max", "--no-autoplay", "--control", "-", "--overlay", folder.path,
            try await Samples.path(of: Samples.short),
        ])
        await program.errors.wait { $0.contains { $0.hasPrefix("Overlay: open ") } }
        let line = try #require(program.errors.lines.first)
        let address = try #require(URL(string: String(line.dropFirst("Overlay: open ".count))))
        #expect(address.host == "127.0.0.1" && address.fragment?.hasPrefix("playhead=") == true)
        #expect(address.fragment?.count == "playhead=".count + 32, "the token is whole: \(address)")
        let loader = URLLoader()
        #expect(try await text(address, loader) == "the page")
        #expect(try await text(address.appendingPathComponent("playhead/overlay.js"), loader).contains("export function connect"))
        await loader.shutdown()
        program.send("play")
        await program.emits("onPlaylistComplete")
        program.send("quit")
        #expect(await program.status() == 0)
        #expect(program.errors.lines.count == 1 && program.events.last?.event == "summary")
    }

    @Test("A port in use exits with status 2")
    func taken() async throws {
        let arguments = ["play", "--json", "--no-autoplay", "--control", "-", "--overlay", "/", try await Samples.path(of: Samples.short)]
        let first = try RunningProgram(arguments)
        await first.errors.wait { $0.contains { $0.hasPrefix("Overlay: open ") } }
        let port = try #require(first.errors.lines.first.flatMap { URL(string: String($0.dropFirst("Overlay: open ".count)))?.port })
        let (status, output, errors) = try await RunningProgram.run(["play", "--json", "--overlay", "/", "--overlay-port", "\(port)", "a"])
        #expect(status == 2 && output.isEmpty && errors.contains("The overlay can't be served"))
        first.send("quit")
        #expect(await first.status() == 0)
    }

    private func text(_ url: URL, _ loader: URLLoader) async throws -> String {
        var bytes: [UInt8] = []
        for try await chunk in try await loader.load(LoadRequest(url: url, kind: .media)).body { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
    }
}
