import PlayheadAdaptive

/// The throughput rule of dash.js as sabre has it: nine tenths of what is expected, less while little is buffered.
struct ThroughputRule: SimulatedChooser {
    var throughput = AverageThroughput()
    private var safety = 0.9

    init() {}

    mutating func choose(for situation: FetchSituation) -> FetchChoice {
        guard let rate = throughput.rate else { return FetchChoice(rung: 0) }
        let bitrates = situation.bitrates
        var rung = throughput.rung(at: rate * 0.9, bitrates: bitrates, segment: situation.segmentDuration)
        let safe = safety * (situation.buffered - throughput.latency) * rate
        safety = max(safety * 0.9, 0.5)
        if let low = (0..<rung).first(where: { bitrates[$0 + 1] * situation.segmentDuration > safe }) { rung = low }
        return FetchChoice(rung: rung)
    }

    mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        let seconds = progress.elapsed - (progress.timeToFirstByte ?? 0)
        guard progress.elapsed >= 0.5, seconds > 0, let expected = progress.bytesExpected else { return .goOn }
        let rate = Double(progress.bytesReceived) * 8 / seconds
        let left = Double(expected - progress.bytesReceived) * 8
        guard progress.elapsed + left / rate > 1.8 * situation.segmentDuration else { return .goOn }
        let bitrates = situation.bitrates
        let rung = throughput.rung(at: rate * 0.9, bitrates: bitrates, segment: situation.segmentDuration)
        let size = Double(expected) * 8 * bitrates[rung] / bitrates[progress.rung]
        return rung < progress.rung && size < left ? .abandon(rung: rung) : .goOn
    }

    mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        guard verdict == .goOn else { return }
        let latency = transfer.timeToFirstByte ?? 0
        throughput.push(
            bits: Double(transfer.bytesReceived) * 8, seconds: transfer.elapsed - latency, latency: latency,
            segment: situation.segmentDuration)
    }
}
