import Foundation
import Testing

@Suite("playhead abr", .timeLimit(.minutes(5)))
struct ABRTests {
    private struct Report: Decodable {
        struct Row: Decodable {
            let trace: String?
            let score: Double
            let qoeLog: Double
            let utility: Double
            let utilityChange: Double
            let switches: Double
            let rebufferRatio: Double
            let rebufferEvents: Double
            let longestStall: Double
            let startupTime: Double
            let meanBitrate: Double
        }

        let traces: [Row]
        let mean: Row
    }

    private static let movie = """
        {"segment_duration_ms":2000,"bitrates_kbps":[300,1200],"segment_sizes_bits":[\(Array(repeating: "[600000,2400000]", count: 30).joined(separator: ","))]}
        """
    private static let fast = #"[{"duration_ms":1000,"bandwidth_kbps":9000,"latency_ms":20}]"#
    private static let slow = #"[{"duration_ms":1000,"bandwidth_kbps":100,"latency_ms":20}]"#

    @Test("The score of each network and the mean are printed as JSON")
    func json() async throws {
        try await withFiles(["movie.json": Self.movie, "fast.json": Self.fast, "slow.json": Self.slow]) { path in
            let (status, output, errors) = try await RunningProgram.run(
                ["abr", "--movie", path("movie.json"), "--trace", path("fast.json"), path("slow.json"), "--json"])
            #expect(status == 0 && output.count == 1 && errors.isEmpty, "\(errors)")
            let report = try JSONDecoder().decode(Report.self, from: Data((output.first ?? "").utf8))
            #expect(report.traces.map(\.trace) == ["fast.json", "slow.json"])
            #expect(report.traces[0].score > 1.2 && report.traces[0].rebufferRatio == 0 && report.traces[0].meanBitrate > 1100)
            #expect(report.traces[1].score < -1 && report.traces[1].rebufferRatio > 0.5 && report.traces[1].meanBitrate == 300)
            for row in report.traces {
                #expect(abs(row.score - (row.utility - 5 * row.rebufferRatio)) < 1e-9 && row.startupTime > 0)
                #expect(abs(row.qoeLog - (row.score - row.utilityChange)) < 1e-9)
            }
            #expect(report.traces[0].rebufferEvents == 0 && report.traces[0].longestStall == 0)
            #expect(report.traces[1].rebufferEvents > 10 && report.traces[1].longestStall > 1)
            #expect(abs(report.mean.score - (report.traces[0].score + report.traces[1].score) / 2) < 1e-9)
        }
    }

    @Test("Without --json a table is printed, with the mean last")
    func table() async throws {
        try await withFiles(["movie.json": Self.movie, "fast.json": Self.fast]) { path in
            let (status, output, _) = try await RunningProgram.run(["abr", "--movie", path("movie.json"), "--trace", path("fast.json")])
            #expect(status == 0 && output.count == 3)
            #expect(output.first?.hasPrefix("trace") == true && output.last?.hasPrefix("mean") == true, "\(output)")
        }
    }

    @Test("A named policy is scored, and an unknown one is a usage error")
    func policies() async throws {
        try await withFiles(["movie.json": Self.movie, "fast.json": Self.fast]) { path in
            let arguments = ["abr", "--movie", path("movie.json"), "--trace", path("fast.json"), "--policy"]
            var tables: Set<[String]> = []
            for policy in ["plan", "bola", "bola-e", "throughput", "dynamic", "mpc"] {
                let (status, output, _) = try await RunningProgram.run(arguments + [policy])
                #expect(status == 0 && output.count == 3, "\(policy)")
                tables.insert(output)
            }
            #expect(tables.count > 1)
            let (status, _, errors) = try await RunningProgram.run(arguments + ["best"])
            #expect(status == 2 && errors.contains("best"), "\(errors)")
        }
    }

    private struct Comparison: Decodable {
        struct Distribution: Decodable {
            let worstTenth: Double
            let p10: Double
            let p50: Double
            let p90: Double
        }

        struct Row: Decodable {
            let policy: String
            let mean: Report.Row
            let score: Distribution
            let qoeLog: Distribution
        }

        let policies: [Row]
    }

    @Test("all compares the policies: the means, and percentiles of both scores over the networks")
    func comparison() async throws {
        try await withFiles(["movie.json": Self.movie, "fast.json": Self.fast, "slow.json": Self.slow]) { path in
            let arguments = ["abr", "--movie", path("movie.json"), "--trace", path("fast.json"), path("slow.json"), "--policy", "all"]
            let (status, output, _) = try await RunningProgram.run(arguments + ["--json"])
            #expect(status == 0 && output.count == 1)
            let report = try JSONDecoder().decode(Comparison.self, from: Data((output.first ?? "").utf8))
            #expect(report.policies.map(\.policy) == ["plan", "bola", "bola-e", "throughput", "dynamic", "mpc"])
            for row in report.policies {
                #expect(row.score.worstTenth <= row.score.p10 && row.score.p10 < row.score.p50 && row.score.p50 < row.score.p90)
                #expect(abs(row.score.p50 - row.mean.score) < 1e-9, "the median of two is the mean")
                #expect(row.qoeLog.worstTenth <= row.qoeLog.p10)
            }
            let (_, table, _) = try await RunningProgram.run(arguments)
            #expect(table.filter { $0.hasPrefix("bola-e") }.count == 3, "\(table)")
        }
    }

    @Test("An invalid file ends the program with status 1 and a message")
    func badFiles() async throws {
        let files = ["movie.json": Self.movie, "fast.json": Self.fast, "text.json": "hello", "dead.json": "[]"]
        try await withFiles(files) { path in
            for (movie, trace, bad, reason) in [
                ("nothing.json", "fast.json", "nothing.json", "can't be read"), ("movie.json", "text.json", "text.json", "JSON"),
                ("fast.json", "fast.json", "fast.json", "Expected"), ("movie.json", "dead.json", "dead.json", "bandwidth is always 0"),
                ("movie.json", "movie.json", "movie.json", "Expected"),
            ] {
                let (status, output, errors) = try await RunningProgram.run(["abr", "--movie", path(movie), "--trace", path(trace)])
                #expect(status == 1 && output.isEmpty, "\(output)")
                #expect(errors.hasPrefix("error: ") && errors.contains(bad) && errors.contains(reason), "\(errors)")
            }
        }
    }

    @Test("A file without an end ends the program with status 1 and a message")
    func endless() async throws {
        let (status, output, errors) = try await RunningProgram.run(["abr", "--movie", "/dev/zero", "--trace", "/dev/null"])
        #expect(status == 1 && output.isEmpty && errors.contains("/dev/zero") && errors.contains("too large"), "\(errors)")
    }

    @Test("A network with too short periods, or without any bandwidth, ends the program with status 1")
    func tinyPeriods() async throws {
        func trace(_ duration: String, bandwidth: String = "9000", latency: String = "20") -> String {
            #"[{"duration_ms":\#(duration),"bandwidth_kbps":\#(bandwidth),"latency_ms":\#(latency)}]"#
        }
        let files = [
            "movie.json": Self.movie, "tiny.json": trace("1e-300"), "short.json": trace("0.0000001"),
            "late.json": trace("1e-9", latency: "1e14"),
            "slow.json": trace("1e-3", bandwidth: "1e-12"), "endless.json": trace("9e14", bandwidth: "1e-3"),
        ]
        try await withFiles(files) { path in
            for name in ["tiny.json", "short.json", "late.json", "slow.json", "endless.json"] {
                let (status, output, errors) = try await RunningProgram.run(
                    ["abr", "--movie", path("movie.json"), "--trace", path(name)])
                #expect(
                    status == 1 && output.isEmpty && errors.hasPrefix("error: \(name): the network is too slow")
                        || errors.hasPrefix("error: \(name): the periods of the network are too short"), "\(status) \(errors)")
            }
        }
    }

    /// Runs `body` with files in a temporary folder.
    private func withFiles(_ files: [String: String], _ body: ((String) -> String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("abr-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        try await body { folder.appendingPathComponent($0).path }
    }
}
