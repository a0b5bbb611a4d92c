/// Runs a piece of work several times and tells how long it takes.
struct Measurement {
    /// The times of the runs in seconds, sorted.
    let times: [Double]

    /// Measures `work`.
    /// - Parameters:
    ///   - runs: How often the work is measured, after one run that isn't.
    ///   - prepare: Makes what a run works on; not measured.
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

    /// The shortest time in seconds.
    var least: Double { times.first ?? 0 }

    /// The middle time in seconds.
    var median: Double { times.isEmpty ? 0 : times[times.count / 2] }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
