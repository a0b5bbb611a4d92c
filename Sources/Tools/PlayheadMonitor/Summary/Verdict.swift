import PlayheadEngine

/// The judgement of a run.
package enum Verdict: Sendable, Hashable {
    /// Playback worked, and all thresholds hold.
    case passed
    /// The playback of viewers failed, and no threshold permits it.
    case failed(String)
    /// Thresholds were crossed.
    case crossed([Threshold.Result])
    /// The process's own timers were late: what the viewers saw says nothing about the origin.
    case clocksLate(String)

    /// Judges the statistics of a run.
    /// - Parameters:
    ///   - statistics: The statistics at the end of the run.
    ///   - thresholds: The thresholds.
    ///   - isCheck: Whether the run is the check of a single viewer. Late clocks only concern its figures, whereas
    ///     a run of many viewers with late clocks has not had the planned load, and its timeouts may be its own.
    package init(_ statistics: MonitorStatistics, thresholds: [Threshold], isCheck: Bool = false) {
        let judgement = Self.judgement(statistics, thresholds, isCheck: isCheck)
        var countsClocks = !isCheck
        if case .crossed = judgement { countsClocks = true }
        self = judgement
        if countsClocks, let delay = statistics.clocks.delay { self = .clocksLate(Self.sentence(delay)) }
    }

    private static func judgement(_ statistics: MonitorStatistics, _ thresholds: [Threshold], isCheck: Bool) -> Verdict {
        let crossed = thresholds.map { $0.evaluate(statistics) }.filter { !$0.passes }
        let permitsFailures = thresholds.contains { $0.metric == .playbackFailed }
        var failure: Verdict?
        // A threshold that permits failures is the judgement.
        let hasPlayed = statistics.started > 0 || !isCheck && (statistics.arrived == 0 || permitsFailures)
        if !hasPlayed { failure = .failed("Nothing was played within the time.") }
        if statistics.failed > 0, !permitsFailures {
            let last = statistics.lastError.map(\.text) ?? "an unknown error"
            failure = .failed("The playback of \(statistics.failed) of \(statistics.arrived) viewers failed, the last one with \(last).")
        }
        // For a check a failure is worse than a crossed threshold, which often follows from it.
        if isCheck, let failure { return failure }
        return crossed.isEmpty ? failure ?? .passed : .crossed(crossed)
    }

    private static func sentence(_ delay: OwnClocks.Delay) -> String {
        func milliseconds(_ seconds: Double) -> Int { Int(saturating: seconds * 1000) }
        let share = Int(saturating: (delay.clocks.share(above: delay.tolerance) * 100).rounded(.up))
        return "This machine's own clocks were late: \(share) % of the \(delay.name) by more than \(milliseconds(delay.tolerance)) ms, "
            + "1 % by up to \(milliseconds(delay.clocks.quantile(0.99))) ms or more. The figures are not those of the origin: run fewer "
            + "viewers in this process, or divide them with --shard."
    }

    /// The exit status: 0 passed, 1 playback failed or could not be judged, 99 threshold crossed, as in k6.
    package var status: Int32 {
        switch self {
        case .passed: 0
        case .failed, .clocksLate: 1
        case .crossed: 99
        }
    }
}
