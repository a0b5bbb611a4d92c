import Benchmark
import PlayheadWorkloads

/// Registers a benchmark for the time of each workload; the library's generated program calls it.
let benchmarks: @Sendable () -> Void = {
    // Four times the committed time, because other programs and machines are slower: instructions are compared closely, by callgrind.
    let thresholds = BenchmarkThresholds(relative: [.p90: 300])
    for workload in Workload.all() {
        let configuration = Benchmark.Configuration(
            metrics: [.wallClock], warmupIterations: 3, scalingFactor: workload.operations == 1000 ? .kilo : .one, maxDuration: .seconds(1),
            maxIterations: 200, thresholds: [.wallClock: thresholds])
        Benchmark(workload.name, configuration: configuration) { benchmark in
            // The library runs one benchmark after the other, and waits for each.
            nonisolated(unsafe) let benchmark = benchmark
            try await MainActor.run {
                try workload.run { work in
                    benchmark.startMeasurement()
                    work()
                    benchmark.stopMeasurement()
                }
            }
        }
    }
}
