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
            let (began, workedBefore) = (clock.now, Self.processorTime)
            var breaches = await run(number)
            let took = clock.now - began
            let worked = Self.processorTime - workedBefore
            if worked > limits.seconds || took > limits.hang { breaches.append("it took \(took) s, \(worked) s of the processors") }
            for breach in breaches { WorkerLine.breach(number, breach).write() }
            WorkerLine.end(number, seconds: took).write()
            isRight = isRight && breaches.isEmpty
            done += 1
        }
        return isRight
    }

    /// The time of all threads of this process on the processors, in seconds; POSIX counts a million clocks in each.
    private static var processorTime: Double { Double(clock()) / 1e6 }

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
