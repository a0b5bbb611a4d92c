import Foundation
import PlayheadWorkloads
import Testing

@Suite("Workloads of the microbenchmarks")
@MainActor
struct WorkloadTests {
    /// The workloads with short playlists.
    private nonisolated static let workloads = Workload.all(segments: 40)

    @Test("Every workload does its work, again with another input", arguments: workloads.map(\.name))
    func work(name: String) throws {
        let workload = try #require(Self.workloads.first { $0.name == name })
        var calls = 0
        for _ in 0..<2 {
            try workload.run { work in
                work()
                calls += 1
            }
        }
        #expect(calls == 2)
    }

    @Test("A run without work, with a wrong result or with an error fails")
    func failures() {
        struct Failure: Error {}
        let right = Workload("right", input: { 1 }, work: { $0 + 1 }, check: { $1 == 2 })
        let wrong = Workload("wrong", input: { 1 }, work: { $0 }, check: { $1 == 2 })
        let failing = Workload("failing", input: { 1 }, work: { _ in throw Failure() }, check: { _, _ in true })
        #expect(throws: Never.self) { try right.run { $0() } }
        #expect(throws: WorkloadError.self) { try right.run { _ in } }
        #expect(throws: WorkloadError.self) { try wrong.run { $0() } }
        #expect(throws: Failure.self) { try failing.run { $0() } }
    }

    @Test("Every workload has thresholds of both kinds, and every threshold has a workload")
    func thresholds() throws {
        struct Instructions: Decodable {
            struct Cost: Decodable {}
            let costs: [String: Cost]
        }
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Benchmarks/Thresholds")
        let names = Set(Self.workloads.map(\.name))
        let data = try Data(contentsOf: folder.appendingPathComponent("instructions.json"))
        #expect(Set(try JSONDecoder().decode(Instructions.self, from: data).costs.keys) == names)
        let prefix = "PlayheadMicrobenchmarks."
        let times = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(prefix) }
        #expect(Set(times) == Set(names.map { "\(prefix)\($0).p90.json" }))
    }
}
