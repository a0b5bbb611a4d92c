/// The loaded media and its played part.
struct SimulatedBuffer {
    /// The minimum duration of a stall that counts as an event, in seconds: shorter ones are rounding errors.
    private static let shortestStall = 0.001

    let segment: Double
    let bitrates: [Double]
    let utilities: [Double]

    /// The rungs of the segments that are loaded and not completely played, from `head` on.
    private var rungs: [Int] = []
    private var head = 0
    /// The played part of the first segment, in seconds.
    private var played = 0.0

    private(set) var playTime = 0.0
    private(set) var startupTime = 0.0
    private(set) var rebufferTime = 0.0
    private(set) var rebufferEvents = 0
    private(set) var longestStall = 0.0
    /// The duration of the current stall, in seconds; 0 while playing.
    private var stall = 0.0
    private(set) var utility = 0.0
    private(set) var bitrateSum = 0.0
    private(set) var switches = 0
    private(set) var utilityChange = 0.0
    private var last: Int?

    init(segment: Double, bitrates: [Double], utilities: [Double]) {
        self.segment = segment
        self.bitrates = bitrates
        self.utilities = utilities
    }

    private var count: Int { rungs.count - head }

    /// The loaded duration, in seconds.
    var level: Double { segment * Double(count) - played }

    mutating func append(_ rung: Int) { rungs.append(rung) }

    /// Counts the time of the first download as play time, not as rebuffering.
    mutating func startUp(_ seconds: Double) {
        playTime += seconds
        startupTime += seconds
    }

    /// Plays for `seconds`, and rebuffers when the buffer is empty.
    mutating func play(_ seconds: Double) {
        var seconds = seconds
        playTime += seconds
        if count > 0, played > 0 {
            if seconds + played < segment {
                played += seconds
                return
            }
            seconds -= segment - played
            head += 1
            played = 0
        }
        while seconds > 0, count > 0 {
            begin(rungs[head])
            if seconds >= segment {
                head += 1
                seconds -= segment
            } else {
                played = seconds
                seconds = 0
            }
        }
        if seconds > 0 { rebuffer(seconds) }
    }

    /// Rebuffers; without a segment in between, the stall is the same.
    private mutating func rebuffer(_ seconds: Double) {
        rebufferTime += seconds
        if stall < Self.shortestStall, stall + seconds >= Self.shortestStall { rebufferEvents += 1 }
        stall += seconds
        longestStall = max(longestStall, stall)
    }

    /// Plays the rest of the buffer.
    mutating func playOut() {
        play(level)
        head = rungs.count
        played = 0
    }

    private mutating func begin(_ rung: Int) {
        stall = 0
        utility += utilities[rung]
        bitrateSum += bitrates[rung]
        if let last, last != rung {
            switches += 1
            utilityChange += abs(utilities[rung] - utilities[last])
        }
        last = rung
    }
}
