/// Moves along a recorded network while things are fetched through it.
///
/// It counts in milliseconds, and bits a millisecond, as the recordings do: reports come at whole milliseconds then, and rules with
/// thresholds decide as in sabre.
struct SimulatedNetwork {
    /// Bits after which progress is reported, if the time has passed too.
    static let progressBits = 12_000.0
    /// Milliseconds after which progress is reported, if the bits have come too.
    static let progressTime = 50.0

    /// The maximum number of steps: a movie of some hours over periods of a millisecond. More is a network whose periods are too short to be of use.
    static let maximumSteps = 20_000_000

    /// Milliseconds since the start.
    private(set) var now = 0.0
    /// The time at which a simulation is given up, in milliseconds.
    let deadline: Double

    private let periods: [(duration: Double, bandwidth: Double, latency: Double)]
    private var index = 0
    private var left: Double
    /// Each change of period and each transfer's piece is a step.
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

    /// Lets time pass.
    mutating func wait(_ time: Double) throws(SimulationError) {
        var time = time
        while time > left {
            time -= left
            try nextPeriod()
        }
        try move(time)
    }

    /// Waits for the first byte: a share of the latency of each period that it goes through. Returns the milliseconds.
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

    /// Receives until `bits` are there, or until both as many bits came as make a report and as much time passed. Returns the bits.
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
