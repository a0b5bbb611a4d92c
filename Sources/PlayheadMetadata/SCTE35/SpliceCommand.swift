/// What a splice_info_section tells to do (ANSI/SCTE 35 §9.7).
public enum SpliceCommand: Sendable, Hashable {
    /// Nothing: a sign of life, or descriptors only.
    case null
    /// Splices planned by the wall clock, as they came.
    case schedule(data: [UInt8])
    /// A splice out of the program or back.
    case insert(SpliceInsert)
    /// The descriptors are about a time, in ticks of 90 kHz before the section's adjustment; `nil` is at once.
    case timeSignal(ticks: Int?)
    /// Filling.
    case bandwidthReservation
    /// Somebody's own.
    case privateCommand(identifier: Int, data: [UInt8])
    /// Another, or a damaged one.
    case unknown(type: Int, data: [UInt8])

    /// Its name in the standard.
    public var name: String {
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

    /// Reads the command at the front of `reader`, which stands at the beginning of `body`.
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

/// A splice at a moment (`splice_insert`; ANSI/SCTE 35 §9.7.3).
public struct SpliceInsert: Sendable, Hashable {
    /// How long a break lasts (§9.8.2).
    public struct Break: Sendable, Hashable {
        /// Whether the program comes back by itself after ``ticks``.
        public var returnsByItself: Bool
        /// Its length in ticks of 90 kHz.
        public var ticks: Int

        /// Its length in seconds.
        public var duration: Double { Double(ticks) / SpliceTime.ticksPerSecond }
    }

    /// One of the components that are spliced each at its own time.
    public struct Component: Sendable, Hashable {
        /// Its component_tag.
        public var tag: Int
        /// When, in ticks of 90 kHz; `nil` is at once.
        public var ticks: Int?
    }

    /// The event's identifier.
    public var eventID: Int
    /// Whether the event of this identifier is taken back; nothing else is told then.
    public var isCancelled: Bool
    /// Whether it leads out of the network's program; if not, back into it.
    public var isOutOfNetwork = false
    /// Whether it is at once, at the nearest place.
    public var isImmediate = false
    /// When the whole program is spliced, in ticks of 90 kHz before the section's adjustment; `nil` where it isn't told.
    public var ticks: Int?
    /// The components, where not the whole program is spliced.
    public var components: [Component] = []
    /// How long the break lasts, when told.
    public var breakDuration: Break?
    /// The program's identifier in the service.
    public var uniqueProgramID = 0
    /// The avail's number, 0 where unused.
    public var avail = 0
    /// How many avails are expected, 0 where unused.
    public var availsExpected = 0

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

    /// In ticks of 90 kHz, 33 bits; `nil` where it isn't told.
    var ticks: Int?

    /// Reads one; `nil` where it is cut off.
    static func read(_ reader: inout BitReader) -> SpliceTime? {
        guard let isTold = reader.flag() else { return nil }
        guard isTold else { return reader.bits(7).map { _ in SpliceTime(ticks: nil) } }
        guard reader.bits(6) != nil, let ticks = reader.bits(33) else { return nil }
        return SpliceTime(ticks: ticks)
    }
}
