import Foundation
import PlayheadOrigin
import Testing

@Suite("Bad input", .timeLimit(.minutes(5)))
struct BadInputTests {
    @Test("A missing file, host or sound server, and an unsupported URL")
    func missing() async throws {
        try await expect(121_003, at: "file:///nothing/here.mp4", ["/nothing/here.mp4"])
        try await expect(132_001, at: "file:///nothing/here.m3u8", ["file:///nothing/here.m3u8"])
        try await expect(120_003, at: "gopher://localhost/a.mp4", ["gopher://localhost/a.mp4"])
    }

    @Test("A missing sound server is an error if audio is requested", .enabled(if: Samples.arePossible))
    func sound() async throws {
        let (status, output, errors) = try await RunningProgram.run(
            ["play", "--json", "--audio", "pulse", try await Samples.path(of: Samples.short)])
        #expect(status == 1 && errors.contains("24020: "), "\(errors)")
        #expect(try EventLine.all(output).last?.errors?.count == 1)
    }

    @Test("A response that is no media is reported with code, message and URL, and status 1")
    func answers() async throws {
        let origin = try await LoopbackOrigin.start()
        origin.addFault(Fault(path: "missing.mp4", kind: .status(404)))
        origin.addFault(Fault(path: "missing.m3u8", kind: .status(404)))
        origin.addFault(Fault(path: "page.mp4", kind: .html))
        origin.add("empty.mp4", [])
        origin.add("garbage.mp4", SeededNoise.bytes(100_000))
        origin.add("loop.m3u8", text: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nloop.m3u8\n")
        // An index without tracks.
        let start = Array("\0\0\0\u{18}ftypisom\0\0\0\0isomisom\0\0\0\u{10}moov\0\0\0\u{08}free".utf8)
        origin.add("nothing.mp4", start + Array(repeating: 7, count: 5000))
        for (code, name) in [
            (121_404, "missing.mp4"), (132_404, "missing.m3u8"), (124_003, "page.mp4"), (124_005, "empty.mp4"), (124_003, "garbage.mp4"),
            (132_632, "loop.m3u8"), (124_006, "nothing.mp4"),
        ] {
            try await expect(code, at: origin.url(name).absoluteString, [origin.url(name).absoluteString])
        }
        await origin.stop()
    }

    @Test("Repeated failures of a server are reported without the secrets in the URL")
    func secrets() async throws {
        let origin = try await LoopbackOrigin.start()
        origin.addFault(Fault(path: "*", kind: .status(500)))
        let url = origin.url("a.mp4").absoluteString
        let secret = url.replacingOccurrences(of: "http://", with: "http://me:hidden1@") + "?token=hidden2&x=1"
        let (status, output, errors) = try await RunningProgram.run(["play", "--json", secret])
        #expect(status == 1 && errors.hasPrefix("error 121500: ") && errors.contains(url + "?token=***&x=1"), "\(errors)")
        #expect(!output.joined().contains("hidden") && !errors.contains("hidden"))
        await origin.stop()
    }

    @Test("A truncated file plays to its end, then fails", .enabled(if: Samples.arePossible))
    func truncated() async throws {
        let (origin, url) = try await Samples.origin(of: Samples.long)
        origin.addFault(Fault(path: "*.mp4", kind: .truncated(afterBytes: 120_000)))
        let (status, output, errors) = try await RunningProgram.run(["play", "--json", "--speed", "max", url])
        let events = try EventLine.all(output)
        #expect(status == 1 && errors.hasPrefix("error 224021: ") && errors.contains(url), "\(errors)")
        #expect(events.count { $0.event == "onError" } == 1 && !events.contains { $0.event == "onComplete" })
        #expect(events.last?.framesShown.map { $0 > 20 && $0 < 120 } == true)
        await origin.stop()
    }

    @Test(
        "A file with its index at the end plays with byte ranges and without",
        .enabled(if: Samples.arePossible))
    func indexAtTheEnd() async throws {
        let file = try Self.withIndexAtTheEnd(Array(try Data(contentsOf: URL(fileURLWithPath: try await Samples.path(of: Samples.short)))))
        let origin = try await LoopbackOrigin.start()
        origin.add("late.mp4", file)
        origin.add("without/late.mp4", file)
        origin.addFault(Fault(path: "without/*", kind: .ignoreRanges))
        let with = try await RunningProgram.run(["play", "--json", "--speed", "max", origin.url("late.mp4").absoluteString])
        #expect(with.status == 0, "\(with.errors)")
        let without = try await RunningProgram.run(["play", "--json", "--speed", "max", origin.url("without/late.mp4").absoluteString])
        #expect(without.status == 0, "\(without.errors)")
        #expect(try EventLine.all(without.output).last?.framesShown == EventLine.all(with.output).last?.framesShown)
        await origin.stop()
    }

    /// Returns an MP4 file whose index is moved to the end; the original becomes free space, so that no offset changes.
    private static func withIndexAtTheEnd(_ file: [UInt8]) throws -> [UInt8] {
        var result = file
        var index = 0
        while index + 8 <= file.count {
            let size = file[index..<(index + 4)].reduce(0) { $0 << 8 | Int($1) }
            if file[(index + 4)..<(index + 8)].elementsEqual("moov".utf8) {
                result.replaceSubrange((index + 4)..<(index + 8), with: "free".utf8)
                return result + file[index..<(index + size)]
            }
            index += max(size, 8)
        }
        throw CocoaError(.fileReadCorruptFile)
    }

    private func expect(_ code: Int, at url: String, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws
    {
        let (status, output, errors) = try await RunningProgram.run(["play", "--json"] + arguments)
        let events = try EventLine.all(output)
        #expect(status == 1, "\(url)", sourceLocation: sourceLocation)
        #expect(errors.hasPrefix("error \(code): ") && errors.contains(url), "\(errors)", sourceLocation: sourceLocation)
        #expect(errors.split(separator: "\n").count == 1, "\(errors)", sourceLocation: sourceLocation)
        let setupErrors = events.filter { $0.event == "onSetupError" }
        #expect(setupErrors.map(\.error?.code) == [code] && setupErrors.first?.error?.url == url, sourceLocation: sourceLocation)
        #expect(setupErrors.first?.error?.message.isEmpty == false && setupErrors.first?.state == "error", sourceLocation: sourceLocation)
        #expect(events.last?.event == "summary" && events.last?.errors?.map(\.code) == [code], sourceLocation: sourceLocation)
    }
}

/// Generates reproducible random bytes.
private enum SeededNoise {
    static func bytes(_ count: Int) -> [UInt8] {
        var value: UInt64 = 0x9E37_79B9_7F4A_7C15
        return (0..<count).map { _ in
            value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: value >> 56)
        }
    }
}
