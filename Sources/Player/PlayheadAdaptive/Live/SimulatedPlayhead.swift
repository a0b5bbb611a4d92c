/// The playhead of a simulated live stream.
struct SimulatedPlayhead {
    /// The interval at which the pace is selected, in seconds.
    private static let tick = 0.1

    private(set) var position: Double
    private let recordingStart: Double
    private var end: Double
    private var now = 0.0
    private var hasStarted = false
    private var isStalled = false
    private var nextTick = 0.0
    private var rate = 1.0

    private var rungs: [Int] = []
    private var latencySum = 0.0
    private var deviationSum = 0.0
    private var played = 0.0
    private var recorded = 0.0
    private var stalled = 0.0
    private var stalls = 0
    private var seeks = 0

    init(position: Double, recordingStart: Double) {
        self.position = position
        self.recordingStart = recordingStart
        end = position
    }

    mutating func record(rung: Int, at time: Double) {
        if time >= recordingStart { rungs.append(rung) }
    }

    /// Adds media, and starts or resumes once enough is loaded.
    mutating func append(until end: Double, _ pacing: inout LivePacing) {
        self.end = max(self.end, end)
        if !hasStarted {
            let live = now - pacing.target
            guard self.end - live >= min(0.3, pacing.target / 2) else { return }
            hasStarted = true
            position = max(position, live)
        } else if isStalled, self.end - position >= pacing.target * LivePacing.resumeShare {
            isStalled = false
        }
    }

    /// Moves to a time, in steps at which the pace is selected.
    mutating func advance(to time: Double, _ pacing: inout LivePacing) {
        while now < time {
            if now >= nextTick { selectPace(&pacing) }
            let step = min(time, nextTick) - now
            move(step)
        }
    }

    private mutating func selectPace(_ pacing: inout LivePacing) {
        nextTick = now + Self.tick
        guard hasStarted, !isStalled else { return }
        switch pacing.pace(latency: now - position, buffered: end - position) {
        case .rate(let rate): self.rate = rate
        case .seek:
            let live = now - pacing.target
            guard live < end else { return }
            position = live
            rate = 1
            if now >= recordingStart { seeks += 1 }
        }
    }

    private mutating func move(_ step: Double) {
        let isRecorded = now >= recordingStart
        let before = now - position
        var played = 0.0
        if hasStarted, !isStalled {
            played = min(step, max(0, end - position) / rate)
            position += played * rate
            if played < step {
                isStalled = true
                if isRecorded { stalls += 1 }
            }
        }
        now += step
        guard isRecorded else { return }
        recorded += step
        latencySum += step * (before + now - position) / 2
        self.played += played
        deviationSum += played * abs(rate - 1)
        stalled += step - played
    }

    func result(bitrates: [Double]) -> LiveSimulationResult {
        let switches = zip(rungs, rungs.dropFirst()).count { $0 != $1 }
        return LiveSimulationResult(
            latency: latencySum / max(recorded, 0.001),
            meanBitrate: rungs.reduce(0) { $0 + bitrates[$1] } / Double(max(1, rungs.count)), stallTime: stalled, stalls: stalls,
            rateDeviation: deviationSum / max(played, 0.001), switches: switches, seeks: seeks)
    }
}
