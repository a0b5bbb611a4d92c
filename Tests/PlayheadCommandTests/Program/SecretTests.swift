import Foundation
import PlayheadOrigin
import TestSupport
import Testing

@Suite("Secrets in URLs", .serialized, .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct SecretTests {
    @Test("Lines, errors, traces, measurements, reports and drawings of playbacks contain no secret", arguments: 0..<4)
    func playback(seed: UInt64) async throws {
        try await withTemporaryFolder { folder in
            let (origin, url) = try await url(seed: seed)
            let names = ["trace", "metrics", "report", "waterfall"]
            let files = names.flatMap { ["--\($0)", folder.appending(path: "\($0).svg").path] }
            for form in [["--json"], []] {
                let (_, output, errors) = try await RunningProgram.run(["play", "--speed", "max"] + form + files + [url])
                check(output.joined(separator: "\n") + errors, of: url)
                for name in names { check(try String(contentsOf: folder.appending(path: "\(name).svg"), encoding: .utf8), of: url) }
            }
            await origin.stop()
        }
    }

    @Test("Lines, events and summaries of the monitor contain no secret", arguments: 4..<6)
    func monitor(seed: UInt64) async throws {
        try await withTemporaryFolder { folder in
            let (origin, url) = try await url(seed: seed)
            let (summary, events) = (folder.appending(path: "s.json"), folder.appending(path: "e.jsonl"))
            let (_, output, errors) = try await RunningProgram.run([
                "monitor", url, "--viewers", "1", "--duration", "2s", "--summary", summary.path, "--events", events.path,
            ])
            check(output.joined(separator: "\n") + errors, of: url)
            for file in [summary, events] { check(try String(contentsOf: file, encoding: .utf8), of: url) }
            await origin.stop()
        }
    }

    private func url(seed: UInt64) async throws -> (origin: LoopbackOrigin, url: String) {
        let (origin, url) = try await Samples.origin(of: .hlsSmallLadder)
        var numbers = SeededGenerator(seed: seed)
        let parts = url.dropFirst("http://".count).split(separator: "/")
        let host = parts.dropLast().joined(separator: "/")
        return (origin, SecretURL.random(host: host, file: String(parts.last ?? ""), using: &numbers))
    }

    private func check(_ text: String, of url: String) {
        let place = text.firstRange(of: SecretURL.mark).map { text[$0.lowerBound...].prefix(100) }
        #expect(place == nil, "\(url)")
        #expect(!text.isEmpty)
    }
}
