/// Advances along a recorded network while data is fetched through it.
///
/// The units are milliseconds, and bits per millisecond, as in the recordings, so that reports occur at whole milliseconds, and rules with
/// thresholds decide as in sabre.
struct SimulatedNetwork {
    /// The number of bits after which progress is reported, if the time has passed too.
    static let progressBits = 12_000.0
    /// The time in milliseconds after which progress is reported, if the bits have arrived too.
    static let progressTime = 50.0

    /// The maximum number of steps: a movie of some hours over periods of a millisecond. A network that needs more has periods too short to
    /// be useful.
    static let maximumSteps = 20_000_000

    /// The time since the start, in milliseconds.
    private(set) var now = 0.0
    /// The time at which a simulation is cancelled, in milliseconds.
    let deadline: Double

    private let periods: [(duration: Double, bandwidth: Double, latency: Double)]
    private var index = 0
    private var left: Double
    /// The number of steps; each change of period and each piece of a transfer is one.
    private var steps = 0

    init(_ trace: NetworkTrace, deadline: Double) {
        periods = trace.periods.map { ($0.duration * 1000, $0.bandwidth / 1000, $0.latency * 1000) }
        left = periods[0].duration
        self.deadline = deadline
    }

    private mutating func move(_ time: Double) throws(SimulationError) {
        now += time
        left -= time
        try countStep()
    }

    private mutating func countStep() throws(SimulationError) {
        steps += 1
        if now > deadline { throw .tooSlow }
        if steps > Self.maximumSteps { throw .tooManySteps }
    }

    private mutating func nextPeriod() throws(SimulationError) {
        now += left
        index = index + 1 == periods.count ? 0 : index + 1
        left = periods[index].duration
        try countStep()
    }

    /// Advances the time.
    mutating func wait(_ time: Double) throws(SimulationError) {
        var time = time
        while time > left {
            time -= left
            try nextPeriod()
        }
        try move(time)
    }

    /// Waits for the first byte, using a share of the latency of each traversed period. Returns the milliseconds.
    mutating func waitForFirstByte() throws(SimulationError) -> Double {
        let start = now
        var share = 1.0
        while share > 0 {
            let latency = periods[index].latency
            if share * latency <= left {
                try move(share * latency)
                share = 0
            } else {
                share -= left / latency
                try nextPeriod()
            }
        }
        return now - start
    }

    /// Receives until `bits` have arrived, or until both enough bits and enough time for a report have passed. Returns the bits.
    mutating func receive(_ bits: Double, reportAfter time: Double, bits reportBits: Double) throws(SimulationError) -> Double {
        var wanted = bits
        var time = time
        var reportBits = reportBits
        while wanted > 0, time > 0 || reportBits > 0 {
            let bandwidth = periods[index].bandwidth
            let until = max(reportBits, time * bandwidth)
            let most = left * bandwidth
            if bandwidth > 0, wanted <= until, wanted <= most {
                try move(wanted / bandwidth)
                wanted = 0
            } else if bandwidth > 0, until <= most {
                try move(until / bandwidth)
                wanted -= until
                break
            } else if bandwidth == 0, reportBits <= 0, time <= left {
                try move(time)
                break
            } else {
                time -= left
                reportBits -= most
                wanted -= most
                try nextPeriod()
            }
        }
        return bits - max(wanted, 0)
    }
}
