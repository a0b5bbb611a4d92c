/// Measures the duration of a repeated piece of work.
struct Measurement {
    /// The times of the runs in seconds, sorted.
    let times: [Double]

    /// Measures `work`.
    /// - Parameters:
    ///   - runs: The number of measured runs, after one warm-up run.
    ///   - prepare: Creates the input of a run; not measured.
    ///   - work: The measured work, which may change the input.
    init<Input>(runs: Int = 15, _ prepare: () throws -> Input, work: (inout Input) throws -> Void) rethrows {
        var times: [Double] = []
        for run in 0...runs {
            var input = try prepare()
            let clock = ContinuousClock()
            let duration = try clock.measure { try work(&input) }
            if run > 0 { times.append(duration.seconds) }
        }
        self.times = times.sorted()
    }

    /// The minimum time in seconds.
    var minimum: Double { times.first ?? 0 }

    /// The median time in seconds.
    var median: Double { times.isEmpty ? 0 : times[times.count / 2] }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
