import PlayheadAdaptive

/// Returns scripted choices, and records its inputs.
struct ScriptedChooser: RungPolicy {
    /// The rung of each segment; the last one for all that follow.
    var rungs: [Int] = [0]
    /// The verdict for progress.
    var verdict: @Sendable (TransferProgress) -> TransferVerdict = { _ in .goOn }
    /// Seconds to wait before each segment.
    var wait = 0.0

    private(set) var situations: [FetchSituation] = []
    private(set) var reports: [TransferProgress] = []
    private(set) var transfers: [TransferProgress] = []
    private(set) var waits: [Double] = []

    mutating func choose(for situation: FetchSituation) -> FetchChoice {
        defer { situations.append(situation) }
        return FetchChoice(rung: rungs[min(situations.count, rungs.count - 1)], wait: wait)
    }

    mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        reports.append(progress)
        return verdict(progress)
    }

    mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        transfers.append(transfer)
    }

    mutating func waited(_ seconds: Double) { waits.append(seconds) }
    mutating func startOver(memory: ThroughputMemory?) {}
    var expectedThroughput: Double? { nil }
}

extension SimulatedMovie {
    /// Makes a movie whose segment sizes are bit rate times duration.
    static func even(kilobits: [Double], segment: Double, count: Int) throws -> SimulatedMovie {
        try SimulatedMovie(
            segmentDuration: segment, bitrates: kilobits.map { $0 * 1000 },
            sizes: Array(repeating: kilobits.map { $0 * 1000 * segment }, count: count))
    }
}

extension NetworkTrace {
    /// Makes a network of periods in seconds, kbit/s and seconds of latency.
    static func of(_ periods: (seconds: Double, kilobits: Double, latency: Double)...) throws -> NetworkTrace {
        try NetworkTrace(periods: periods.map { Period(duration: $0.seconds, bandwidth: $0.kilobits * 1000, latency: $0.latency) })
    }
}
