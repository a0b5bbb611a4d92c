import Foundation
import PlayheadCore

/// Runs scenarios in sequence, and prints a line before and after each one, by which a supervisor identifies the one that ended the
/// process.
@MainActor
struct Worker {
    let kind: ScenarioKind
    let library: SampleLibrary
    let limits: ScenarioLimits

    init(kind: ScenarioKind, library: SampleLibrary, limits: ScenarioLimits) {
        self.kind = kind
        self.library = library
        self.limits = limits
    }

    /// - Returns: Whether all scenarios passed.
    func run(from seed: UInt64, count: Int, seconds: Double?) async -> Bool {
        let clock = SystemClock()
        let end = seconds.map { clock.now + $0 } ?? .infinity
        var isRight = true
        var done = 0
        while done < count, clock.now < end {
            let number = seed &+ UInt64(done)
            WorkerLine.begin(number).write()
            let began = clock.now
            var breaches = await run(number)
            let took = clock.now - began
            if took > limits.seconds { breaches.append("it took \(took) s") }
            for breach in breaches { WorkerLine.breach(number, breach).write() }
            WorkerLine.end(number, seconds: took).write()
            isRight = isRight && breaches.isEmpty
            done += 1
        }
        return isRight
    }

    private func run(_ seed: UInt64) async -> [String] {
        let watch = ResourceWatch()
        var breaches: [String]
        switch kind {
        case .playbacks: breaches = await PlaybackScenario(seed: seed, library: library, limits: limits).run()
        case .files: breaches = await FileScenario(seed: seed, library: library, limits: limits).run()
        }
        breaches += await watch.breaches(limits)
        return breaches
    }
}
