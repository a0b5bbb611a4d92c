/// The facts that were not reported yet to one destination (the requests, or a target of events), and the number of its next report.
struct CMCDDestination: Sendable {
    private var nextNumber = 0
    private var hasStartDelay = false
    private var isStarved = false
    private var endedStalls: [Double] = []
    private var errors: [String] = []

    /// The maximum number of stalls and of errors that wait.
    private static let maximumPending = 16

    /// Notes that the buffer became empty.
    mutating func noteStall() { isStarved = true }

    /// Notes the end of a stall that lasted `duration` seconds.
    mutating func noteStallEnd(_ duration: Double) {
        endedStalls.append(duration)
        if endedStalls.count > Self.maximumPending { endedStalls.removeFirst() }
    }

    /// Notes an error.
    mutating func note(error: String) {
        errors.append(error)
        if errors.count > Self.maximumPending { errors.removeFirst() }
    }

    /// Completes a report: adds what is pending, removes the keys that are not sent, and numbers the report.
    /// - Parameters:
    ///   - data: The report.
    ///   - startDelay: The start delay of the session, in seconds, if it is known.
    ///   - isStalled: Whether playback is stalled now.
    ///   - isSent: Whether a key is sent.
    mutating func complete(_ data: inout CMCDData, startDelay: Double?, isStalled: Bool, isSent: (String) -> Bool) {
        data.set(.isStarved, flag: isStarved || isStalled)
        if data.version == .two {
            if let startDelay, !hasStartDelay { data.set(.startDelay, startDelay * CMCDReporter.millisecondsPerSecond) }
            data.set(.starvationDurations, endedStalls.map { ($0 * CMCDReporter.millisecondsPerSecond, nil) })
            let codes = errors.filter(StructuredFields.isRepresentable)
            if !codes.isEmpty { data[.errorCodes] = .list(codes.map { CMCDItem(.string($0)) }) }
            data.set(.sequenceNumber, Double(nextNumber))
            nextNumber += 1
        }
        data.filter(isSent)
        if data[.startDelay] != nil { hasStartDelay = true }
        if data[.isStarved] != nil { isStarved = false }
        if data[.starvationDurations] != nil { endedStalls = [] }
        if data[.errorCodes] != nil { errors = [] }
    }
}
