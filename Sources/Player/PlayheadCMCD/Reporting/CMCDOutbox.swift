/// The reports that wait for one target, in order: batches, retries and their end. One batch is sent at a time.
struct CMCDOutbox: Sendable {
    /// The result of sending a batch.
    enum Result: Sendable, Hashable {
        /// The server responded with a status, and perhaps requested a delay, in seconds.
        case status(Int, retryAfter: Double?)
        /// There was no response.
        case failed
    }

    /// The maximum number of reports of a batch, and of the growth of batches after status 429.
    static let maximumBatch = 100
    /// The maximum number of reports that wait; older ones are dropped.
    static let maximumQueue = 5000
    /// The first delay after a failure, in seconds; it doubles with each further failure.
    static let firstDelay = 1.0
    /// The maximum delay, in seconds.
    static let maximumDelay = 60.0
    /// The maximum delay that a server can request, in seconds.
    static let maximumRequestedDelay = 600.0

    private let batchDelay: Double
    private var batchSize: Int
    private(set) var queue: [String] = []
    private(set) var sending: [String] = []
    private var failures = 0
    private var notBefore = -Double.infinity
    /// The time at which the oldest waiting report was added.
    private var waitingSince = Double.infinity
    /// Whether everything is sent without waiting for more.
    private var isFlushing = false
    /// Whether the server receives no further reports.
    private(set) var isGone = false

    init(batchSize: Int, batchDelay: Double) {
        self.batchSize = min(max(1, batchSize), Self.maximumBatch)
        self.batchDelay = batchDelay.isFinite ? max(0, batchDelay) : 0
    }

    /// Adds a report.
    /// - Returns: The number of reports that were dropped.
    mutating func add(_ line: String, at now: Double) -> Int {
        guard !isGone else { return 0 }
        if queue.isEmpty { waitingSince = now }
        queue.append(line)
        let excess = max(0, queue.count + sending.count - Self.maximumQueue)
        if excess > 0 { queue.removeFirst(min(excess, queue.count)) }
        return excess
    }

    /// Sends everything that waits without waiting for more.
    mutating func flush() { isFlushing = !queue.isEmpty }

    /// The time at which the next batch can be sent; `nil` while one is being sent, and without reports.
    var nextSending: Double? {
        guard sending.isEmpty, !queue.isEmpty, !isGone else { return nil }
        let isFull = queue.count >= batchSize || isFlushing
        return max(notBefore, isFull ? waitingSince : waitingSince + batchDelay)
    }

    /// Takes the next batch, if it is time.
    mutating func take(at now: Double) -> [String]? {
        guard let next = nextSending, next <= now else { return nil }
        sending = Array(queue.prefix(Self.maximumBatch))
        queue.removeFirst(sending.count)
        waitingSince = now
        if queue.isEmpty { isFlushing = false }
        return sending
    }

    /// Handles the result of the batch.
    /// - Parameters:
    ///   - result: The result.
    ///   - random: A number from 0 to 1, which spreads the retries of several players.
    ///   - now: The time.
    /// - Returns: The number of reports that are lost.
    mutating func finish(_ result: Result, random: Double, at now: Double) -> Int {
        let batch = sending
        sending = []
        switch result {
        case .status(200...299, _):
            failures = 0
            return 0
        case .status(410, _):
            let lost = batch.count + queue.count
            stop()
            return lost
        case .status(let status, let wish) where status == 429 || (500...599).contains(status):
            // CTA-5004-B §5 suggests larger batches or longer delays.
            if status == 429 { batchSize = min(batchSize * 2, Self.maximumBatch) }
            retry(batch, wish: wish, random: random, at: now)
            return 0
        case .status:
            // The same report would be refused again.
            failures = 0
            return batch.count
        case .failed:
            retry(batch, wish: nil, random: random, at: now)
            return 0
        }
    }

    /// Sends no further reports.
    mutating func stop() {
        isGone = true
        queue = []
        sending = []
    }

    private mutating func retry(_ batch: [String], wish: Double?, random: Double, at now: Double) {
        queue = batch + queue
        // The delay alone decides, not the time for which reports are collected.
        waitingSince = -.infinity
        failures += 1
        var delay = Self.firstDelay
        for _ in 1..<failures where delay < Self.maximumDelay { delay *= 2 }
        delay = min(delay, Self.maximumDelay) * (0.5 + 0.5 * min(max(random, 0), 1))
        let requested = wish.map { $0.isFinite ? min(max(0, $0), Self.maximumRequestedDelay) : 0 } ?? 0
        notBefore = now + max(delay, requested)
    }
}
