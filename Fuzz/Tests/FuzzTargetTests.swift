import Foundation
import TestSupport
import Testing

/// Runs the targets of the fuzz program in the tests' build; `scripts/fuzz.sh` searches for hours, with the sanitizers.
@Suite("Fuzz targets", .timeLimit(.minutes(10)))
struct FuzzTargetTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Corpus")

    @Test("Initial inputs and mutations of them neither trap nor violate a rule", arguments: FuzzTarget.allCases)
    func mutations(target: FuzzTarget) throws {
        let folder = Self.corpus.appendingPathComponent(target.rawValue)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let initial = try names.map { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) }
        try #require(!initial.isEmpty)
        for input in initial { run(target, input) }
        var mutator = InputMutator(initial, seed: 34)
        for _ in 0..<TestScale.rounds(2400) { run(target, mutator.next()) }
    }

    private func run(_ target: FuzzTarget, _ input: [UInt8]) { FuzzInput.$current.withValue(input) { target.run(input) } }
}

/// The input that is being tried.
private enum FuzzInput {
    @TaskLocal static var current: [UInt8] = []
}

/// Fails the test if an invariant of a target is violated.
func require(_ holds: Bool, _ rule: String) {
    if !holds { Issue.record("\(rule): \(Data(FuzzInput.current).base64EncodedString())") }
}
