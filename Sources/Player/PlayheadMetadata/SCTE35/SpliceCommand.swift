/// The command of a splice_info_section (ANSI/SCTE 35 §9.7).
package enum SpliceCommand: Sendable, Hashable {
    /// No command: a heartbeat, or descriptors only.
    case null
    /// Splices scheduled by the wall clock, as received.
    case schedule(data: [UInt8])
    /// A splice out of the program or back.
    case insert(SpliceInsert)
    /// A time for the descriptors, in ticks of 90 kHz before the section's adjustment; `nil` is immediate.
    case timeSignal(ticks: Int?)
    /// Bandwidth reservation.
    case bandwidthReservation
    /// A private command.
    case privateCommand(identifier: Int, data: [UInt8])
    /// An unknown or damaged command.
    case unknown(type: Int, data: [UInt8])

    /// The name in the standard.
    package var name: String {
        switch self {
        case .null: "splice_null"
        case .schedule: "splice_schedule"
        case .insert: "splice_insert"
        case .timeSignal: "time_signal"
        case .bandwidthReservation: "bandwidth_reservation"
        case .privateCommand: "private_command"
        case .unknown: "unknown"
        }
    }

    /// Parses the command at the front of `reader`, which is at the beginning of `body`.
    init(type: Int, _ body: ArraySlice<UInt8>, _ reader: inout BitReader) {
        switch type {
        case 0x00: self = .null
        case 0x04: self = .schedule(data: Array(body))
        case 0x05: self = SpliceInsert(&reader).map { .insert($0) } ?? .unknown(type: type, data: Array(body))
        case 0x06: self = SpliceTime.read(&reader).map { .timeSignal(ticks: $0.ticks) } ?? .unknown(type: type, data: Array(body))
        case 0x07: self = .bandwidthReservation
        case 0xFF:
            guard let identifier = reader.bits(32) else { fallthrough }
            self = .privateCommand(identifier: identifier, data: Array(body.dropFirst(4)))
        default: self = .unknown(type: type, data: Array(body))
        }
    }
}

/// A splice at a time (`splice_insert`; ANSI/SCTE 35 §9.7.3).
package struct SpliceInsert: Sendable, Hashable {
    /// The duration of a break (§9.8.2).
    package struct Break: Sendable, Hashable {
        /// Whether the program resumes automatically after ``ticks``.
        package var returnsByItself: Bool
        /// The duration in ticks of 90 kHz.
        package var ticks: Int

        /// The duration in seconds.
        package var duration: Double { Double(ticks) / SpliceTime.ticksPerSecond }
    }

    /// A component that is spliced at a separate time.
    package struct Component: Sendable, Hashable {
        /// The component_tag.
        package var tag: Int
        /// The time in ticks of 90 kHz; `nil` is immediate.
        package var ticks: Int?
    }

    /// The identifier of the event.
    package var eventID: Int
    /// Whether the event with this identifier is cancelled; there are no other values then.
    package var isCancelled: Bool
    /// Whether the splice leaves the network's program; otherwise it returns to it.
    package var isOutOfNetwork = false
    /// Whether the splice is immediate, at the nearest possible point.
    package var isImmediate = false
    /// The splice time of the whole program, in ticks of 90 kHz before the section's adjustment; `nil` if absent.
    package var ticks: Int?
    /// The components, if not the whole program is spliced.
    package var components: [Component] = []
    /// The duration of the break, if present.
    package var breakDuration: Break?
    /// The identifier of the program in the service.
    package var uniqueProgramID = 0
    /// The number of the avail, 0 if unused.
    package var avail = 0
    /// The number of expected avails, 0 if unused.
    package var availsExpected = 0

    init?(_ reader: inout BitReader) {
        guard let eventID = reader.bits(32), let isCancelled = reader.flag(), reader.bits(7) != nil else { return nil }
        self.eventID = eventID
        self.isCancelled = isCancelled
        guard !isCancelled else { return }
        guard let isOut = reader.flag(), let isWhole = reader.flag(), let hasDuration = reader.flag(), let isImmediate = reader.flag(),
            reader.bits(4) != nil
        else { return nil }
        isOutOfNetwork = isOut
        self.isImmediate = isImmediate
        if isWhole, !isImmediate {
            guard let time = SpliceTime.read(&reader) else { return nil }
            ticks = time.ticks
        } else if !isWhole {
            guard let count = reader.bits(8) else { return nil }
            for _ in 0..<count {
                guard let tag = reader.bits(8) else { return nil }
                guard let time = isImmediate ? SpliceTime(ticks: nil) : SpliceTime.read(&reader) else { return nil }
                components.append(Component(tag: tag, ticks: time.ticks))
            }
        }
        if hasDuration {
            guard let returns = reader.flag(), reader.bits(6) != nil, let ticks = reader.bits(33) else { return nil }
            breakDuration = Break(returnsByItself: returns, ticks: ticks)
        }
        guard let program = reader.bits(16), let avail = reader.bits(8), let expected = reader.bits(8) else { return nil }
        uniqueProgramID = program
        self.avail = avail
        availsExpected = expected
    }
}

/// A time of a command (`splice_time`; ANSI/SCTE 35 §9.8.1).
struct SpliceTime {
    static let ticksPerSecond = 90_000.0

    /// The time in ticks of 90 kHz, 33 bits; `nil` if absent.
    var ticks: Int?

    /// Parses a time; returns `nil` if it is truncated.
    static func read(_ reader: inout BitReader) -> SpliceTime? {
        guard let hasTime = reader.flag() else { return nil }
        guard hasTime else { return reader.bits(7).map { _ in SpliceTime(ticks: nil) } }
        guard reader.bits(6) != nil, let ticks = reader.bits(33) else { return nil }
        return SpliceTime(ticks: ticks)
    }
}
