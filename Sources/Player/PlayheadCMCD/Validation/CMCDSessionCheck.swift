/// Validates the reports of sessions against each other, as a server receives them.
///
/// Requests travel over several connections, so that their order of arrival is not that of their numbers; reports of events to one target
/// arrive in order.
package struct CMCDSessionCheck: Sendable {
    /// A stream of reports with its own numbers: a mode, and in event mode a target.
    private struct Stream: Hashable {
        var session: String
        var mode: CMCDReading.Mode
        var target: String
    }

    private struct State {
        /// All numbers below were received.
        var complete = 0
        /// The received numbers from ``complete`` on.
        var numbers: Set<Int> = []
        var highest = -1
        var hasStartDelay = false
        /// The last value of each key whose changes are events.
        var lastValues: [CMCDEvent: CMCDValue] = [:]
        /// The version of the first report.
        var version: CMCDVersion

        /// Adds a number; false if it was received before.
        mutating func insert(_ number: Int) -> Bool {
            guard number >= complete, numbers.insert(number).inserted else { return false }
            highest = max(highest, number)
            // Gaps before the maximum of numbers are not counted any more.
            if numbers.count > CMCDSessionCheck.maximumNumbers { complete = numbers.min() ?? complete }
            while numbers.remove(complete) != nil { complete = complete.saturatingAdding(1) }
            return true
        }

        /// The number of reports that were lost.
        var missing: Int { highest.saturatingAdding(1).saturatingSubtracting(complete).saturatingSubtracting(numbers.count) }
    }

    /// The maximum number of streams of reports; others are not checked.
    static let maximumStreams = 10_000
    /// The maximum number of numbers after a gap.
    static let maximumNumbers = 10_000

    private var streams: [Stream: State] = [:]

    /// Creates a check without reports.
    package init() {}

    /// The identifiers of all sessions.
    package var sessions: Set<String> { Set(streams.keys.map(\.session)) }

    /// Adds a report.
    /// - Parameters:
    ///   - reading: The report.
    ///   - target: The URL that received a report of an event; empty for requests of objects.
    /// - Returns: The problems of the report in its session.
    package mutating func add(_ reading: CMCDReading, target: String = "") -> [CMCDProblem] {
        let data = reading.data
        guard let session = data.text(.sessionID) else { return [] }
        let stream = Stream(session: session, mode: reading.mode, target: target)
        guard streams[stream] != nil || streams.count < Self.maximumStreams else { return [] }
        var state = streams[stream] ?? State(version: data.version)
        defer { streams[stream] = state }
        var problems: [CMCDProblem] = []
        func note(_ key: CMCDKey, _ reason: String) {
            problems.append(
                CMCDProblem(severity: .error, place: "session \(session)", position: nil, key: key.rawValue, reason: reason))
        }
        if data.version != state.version { note(.version, "The version changed within the session.") }
        if let number = data.integer(.sequenceNumber) {
            let highest = state.highest
            if !state.insert(number) { note(.sequenceNumber, "The number \(number) is repeated.") }
            if reading.mode == .event, number <= highest { note(.sequenceNumber, "The number \(number) follows \(highest).") }
        }
        if data[.startDelay] != nil {
            if state.hasStartDelay { note(.startDelay, "The key is sent more than once.") }
            state.hasStartDelay = true
        }
        if let event = data.text(.event).flatMap(CMCDEvent.init), [.playState, .rateChange, .contentID, .bitrateChange].contains(event),
            let key = event.requiredKey, let value = data[key]
        {
            if state.lastValues[event] == value { note(key, "The event \(event.rawValue) reports the same value again.") }
            state.lastValues[event] = value
        }
        return problems
    }

    /// Returns the numbers that are missing: reports that were lost.
    package func gaps() -> [CMCDProblem] {
        streams.sorted { $0.key.session < $1.key.session }.compactMap { stream, state in
            let missing = state.missing
            guard missing > 0 else { return nil }
            return CMCDProblem(
                severity: .error, place: "session \(stream.session)", position: nil, key: CMCDKey.sequenceNumber.rawValue,
                reason: "\(missing) of \(state.highest.saturatingAdding(1)) reports are missing (\(stream.mode.rawValue) mode).")
        }
    }
}
