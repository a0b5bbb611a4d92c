import Foundation
import PlayheadCore

/// Runs workers until all scenarios are done: a worker that was ended by a scenario, or that hangs, is replaced by another one, which
/// continues after that scenario.
struct Supervisor {
    private let kind: ScenarioKind
    private let samples: String
    private let limits: ScenarioLimits
    private let clock = SystemClock()
    private var failures: [UInt64: [String]] = [:]
    private var done = 0
    private var slowest = (seed: UInt64(0), seconds: 0.0)

    /// The number of scenarios of a worker, which limits the effect of a leak on later scenarios.
    private static let scenariosPerWorker = 500
    private static let maximumFailures = 20

    init(kind: ScenarioKind, samples: String, limits: ScenarioLimits) {
        self.kind = kind
        self.samples = samples
        self.limits = limits
    }

    /// - Returns: Whether no failure was found.
    mutating func run(from seed: UInt64, count: Int, seconds: Double?) throws -> Bool {
        let began = clock.now
        let end = seconds.map { began + $0 } ?? .infinity
        var next = seed
        while done < count, clock.now < end, failures.count < Self.maximumFailures {
            let batch = min(count - done, Self.scenariosPerWorker)
            next = try runWorker(from: next, count: batch, until: end)
        }
        report(clock.now - began)
        return failures.isEmpty
    }

    /// - Returns: The next seed.
    private mutating func runWorker(from seed: UInt64, count: Int, until end: Double) throws -> UInt64 {
        let worker = try WorkerProcess(arguments(from: seed, count: count, seconds: max(1, end - clock.now)))
        var next = seed
        var running: UInt64?
        // The worker's own limit is shorter; this one applies to a worker that hangs.
        while let line = worker.nextLine(within: limits.hang * 2) {
            switch WorkerLine(line) {
            case .begin(let seed): running = seed
            case .breach(let seed, let text): fail(seed, text)
            case .end(let seed, let seconds):
                running = nil
                done += 1
                next = seed &+ 1
                if seconds > slowest.seconds { slowest = (seed, seconds) }
            case nil: break
            }
        }
        let ending = worker.end()
        if let running {
            fail(running, ending)
            done += 1
            next = running &+ 1
        } else if ending != WorkerProcess.success, done == 0 {
            fail(seed, ending)
            done += count
        }
        return next
    }

    private func arguments(from seed: UInt64, count: Int, seconds: Double) -> [String] {
        [
            kind.rawValue, "--direct", "--seed", "\(seed)", "--count", "\(count)", "--samples", samples, "--limit", "\(limits.seconds)",
            "--megabytes", "\(limits.megabytes)",
        ] + (seconds.isFinite ? ["--seconds", "\(seconds)"] : [])
    }

    private mutating func fail(_ seed: UInt64, _ text: String) {
        failures[seed, default: []].append(text)
        print("Fuzzing \(kind.rawValue): seed \(seed): \(text)")
    }

    private func report(_ seconds: Double) {
        let time = "in \(Int(saturating: seconds)) s"
        let slow = "the slowest, seed \(slowest.seed), took \((slowest.seconds * 10).rounded() / 10) s"
        if failures.isEmpty {
            print("Fuzzing \(kind.rawValue): \(done) inputs \(time), nothing found; \(slow).")
        } else {
            print("Fuzzing \(kind.rawValue): failed with \(failures.count) of \(done) scenarios \(time); \(slow).")
        }
    }
}
