import Foundation
import PlayheadOrigin
import PlayheadSamples
import Testing

@Suite("play --waterfall", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct WaterfallTests {
    /// Plays with a waterfall, and returns it.
    private static func draw(_ arguments: [String]) async throws -> (svg: String, status: Int32, errors: String) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("waterfall-\(UUID()).svg")
        defer { try? FileManager.default.removeItem(at: file) }
        let (status, _, errors) = try await RunningProgram.run(["play", "--json", "--video", "none", "--waterfall", file.path] + arguments)
        return ((try? String(contentsOf: file, encoding: .utf8)) ?? "", status, errors)
    }

    @Test("A playback over HTTP is drawn with its requests, early connections, demuxing, decoding and the first picture")
    func stream() async throws {
        let (origin, url) = try await Samples.origin(of: .hlsSmallLadder)
        origin.addFault(Fault(path: "**", kind: .latency(0.05)))
        let (svg, status, errors) = try await Self.draw(["--duration", "0.5", url + "?token=geheim"])
        let requested = origin.requests.map(\.path)
        await origin.stop()
        #expect(status == 0 && errors.isEmpty, "\(errors)")
        #expect(XMLNames(svg).isWellFormed && !svg.contains("geheim"))
        // Every request until shortly after the start has a row with its number; the first three are the playlists and a segment.
        #expect(requested.count >= 3)
        for path in requested.prefix(3) {
            let name = path.split(separator: "?").first.map { $0.split(separator: "/").suffix(2).joined(separator: "/") } ?? path
            #expect(svg.contains(">\(name)</text>"), "\(name)")
        }
        #expect(svg.contains("first picture after") && svg.contains("playback moves after") && svg.contains("first frame "))
        #expect(svg.contains("decoding of video") && svg.contains("demuxing of ") && svg.contains(">connection 2</text>"))
    }

    @Test("A local file is drawn without connections")
    func file() async throws {
        let film = try await Samples.path(of: Samples.short)
        let (svg, status, errors) = try await Self.draw(["--duration", "0.5", film])
        #expect(status == 0 && errors.isEmpty, "\(errors)")
        #expect(svg.contains("first picture after") && svg.contains("0 connections") && !svg.contains(">connection 1<"))
        #expect(svg.contains("decoding of video") && svg.contains("loaded ahead"))
    }

    @Test("A failed playback is drawn with the status of the request and the error")
    func failure() async throws {
        let (origin, url) = try await Samples.origin(of: .hlsSmallLadder)
        origin.addFault(Fault(path: "**", kind: .status(404)))
        let (svg, status, _) = try await Self.draw([url])
        await origin.stop()
        #expect(status == 1 && svg.contains(">404 · ") && svg.contains(">error ") && svg.contains("first picture not shown"))
    }

    @Test("A period is drawn instead of the start")
    func period() async throws {
        let film = try await Samples.path(of: Samples.short)
        let (svg, status, errors) = try await Self.draw(["--waterfall-period", "0-30", film])
        #expect(status == 0 && errors.isEmpty && svg.contains(">complete "), "\(errors)")
    }

    @Test("A file that can't be written is reported before playback")
    func unwritable() async throws {
        let film = try await Samples.path(of: Samples.short)
        let folder = FileManager.default.temporaryDirectory.path
        for path in [folder, "\(folder)/missing-\(UUID())/a.svg"] {
            let (status, output, errors) = try await RunningProgram.run(["play", "--json", "--waterfall", path, film])
            #expect(status == 2 && output.isEmpty && errors.contains("\(path) can't be written"), "\(status) \(errors)")
        }
    }

    @Test("A full disk is reported with status 1, after playback")
    func full() async throws {
        let film = try await Samples.path(of: Samples.short)
        let (status, output, errors) = try await RunningProgram.run(
            ["play", "--json", "--speed", "max", "--waterfall", "/dev/full", film])
        #expect(status == 1 && errors.contains("No space left on device"), "\(errors)")
        #expect(try EventLine.all(output).last?.framesShown == 60)
    }

    @Test("An invalid period, or one without a file, is refused", arguments: ["5", "5-1", "a-b", "-1-5", "0-inf", "1-nan", "0-1-2"])
    func wrongPeriods(period: String) async throws {
        let wrong = try await RunningProgram.run(["play", "--waterfall", "/dev/null", "--waterfall-period=\(period)", "a.mp4"])
        #expect(wrong.status == 2 && wrong.errors.contains("--waterfall-period takes two times"), "\(wrong.errors)")
        let alone = try await RunningProgram.run(["play", "--waterfall-period", "0-5", "a.mp4"])
        #expect(alone.status == 2 && alone.errors.contains("needs --waterfall"), "\(alone.errors)")
    }
}
