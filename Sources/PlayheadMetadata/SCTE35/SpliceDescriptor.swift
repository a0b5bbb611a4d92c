/// What a splice_info_section says about its command (ANSI/SCTE 35 §10).
public enum SpliceDescriptor: Sendable, Hashable {
    /// The avail's identifier for the equipment.
    case avail(id: Int)
    /// Tones for equipment that listens to them: how long before the splice, in tenths of a second, and which.
    case tones(preroll: Int, characters: String)
    /// What begins or ends here.
    case segmentation(SegmentationDescriptor)
    /// The time of the sender's clock: TAI seconds and nanoseconds, and seconds between TAI and UTC.
    case time(seconds: Int, nanoseconds: Int, utcOffset: Int)
    /// Another, or a damaged one; `identifier` is the owner's four letters.
    case other(tag: Int, identifier: String, data: [UInt8])

    private static let owner = "CUEI"

    /// The descriptors of a loop, as far as it holds whole ones.
    static func list(_ loop: ArraySlice<UInt8>) -> [SpliceDescriptor] {
        var reader = ByteReader(loop)
        var descriptors: [SpliceDescriptor] = []
        while let tag = reader.byte(), let length = reader.byte(), let body = reader.take(Int(length)) {
            descriptors.append(SpliceDescriptor(tag: Int(tag), body))
        }
        return descriptors
    }

    private init(tag: Int, _ body: ArraySlice<UInt8>) {
        let identifier = String(decoding: body.prefix(4), as: UTF8.self)
        let content = body.dropFirst(4)
        if identifier == Self.owner, let known = Self.known(tag, BitReader(content)) {
            self = known
        } else {
            self = .other(tag: tag, identifier: identifier, data: Array(content))
        }
    }

    private static func known(_ tag: Int, _ content: BitReader) -> SpliceDescriptor? {
        var reader = content
        switch tag {
        case 0: return reader.bits(32).map { .avail(id: $0) }
        case 1:
            guard let preroll = reader.bits(8), let count = reader.bits(3), reader.bits(5) != nil, let tones = reader.bytes(count) else {
                return nil
            }
            return .tones(preroll: preroll, characters: String(decoding: tones, as: UTF8.self))
        case 2: return SegmentationDescriptor(&reader).map { .segmentation($0) }
        case 3:
            guard let seconds = reader.bits(48), let nanoseconds = reader.bits(32), let offset = reader.bits(16) else { return nil }
            return .time(seconds: seconds, nanoseconds: nanoseconds, utcOffset: offset)
        default: return nil
        }
    }
}

/// What begins or ends at a time (`segmentation_descriptor`; ANSI/SCTE 35 §10.3.3).
public struct SegmentationDescriptor: Sendable, Hashable {
    /// Where the segment may be delivered to.
    public struct Restrictions: Sendable, Hashable {
        /// Whether it may be delivered on the web.
        public var isWebDeliveryAllowed: Bool
        /// Whether it is blacked out in no region.
        public var hasNoRegionalBlackout: Bool
        /// Whether it may be recorded.
        public var isArchiveAllowed: Bool
        /// Groups of devices that are left out: 0, 1 or 2; 3 is nobody.
        public var deviceGroup: Int
    }

    /// One of the components, where not the whole program is meant.
    public struct Component: Sendable, Hashable {
        /// Its component_tag.
        public var tag: Int
        /// Ticks of 90 kHz that are added to the section's time.
        public var offsetTicks: Int
    }

    /// The event's identifier; start and end of a segment have the same.
    public var eventID: Int
    /// Whether the event of this identifier is taken back; nothing else is told then.
    public var isCancelled: Bool
    /// Where it may be delivered to; `nil` is everywhere.
    public var restrictions: Restrictions?
    /// The components, where not the whole program is meant.
    public var components: [Component] = []
    /// How long the segment lasts, in ticks of 90 kHz, when told.
    public var durationTicks: Int?
    /// What the content is called.
    public var upids: [SegmentationUPID] = []
    /// What begins or ends; see ``typeName``.
    public var typeID = 0
    /// The segment's number in the event.
    public var segmentNumber = 0
    /// How many segments the event has.
    public var segmentsExpected = 0
    /// The part's number in the segment, when told.
    public var subSegmentNumber: Int?
    /// How many parts the segment has, when told.
    public var subSegmentsExpected: Int?

    /// How long the segment lasts, in seconds, when told.
    public var duration: Double? { durationTicks.map { Double($0) / SpliceTime.ticksPerSecond } }

    init?(_ reader: inout BitReader) {
        guard let eventID = reader.bits(32), let isCancelled = reader.flag(), reader.bits(7) != nil else { return nil }
        self.eventID = eventID
        self.isCancelled = isCancelled
        guard !isCancelled else { return }
        guard let isWhole = reader.flag(), let hasDuration = reader.flag(), let isUnrestricted = reader.flag(), let web = reader.flag(),
            let blackout = reader.flag(), let archive = reader.flag(), let devices = reader.bits(2)
        else { return nil }
        if !isUnrestricted {
            restrictions = Restrictions(
                isWebDeliveryAllowed: web, hasNoRegionalBlackout: blackout, isArchiveAllowed: archive, deviceGroup: devices)
        }
        if !isWhole {
            guard let count = reader.bits(8) else { return nil }
            for _ in 0..<count {
                guard let tag = reader.bits(8), reader.bits(7) != nil, let offset = reader.bits(33) else { return nil }
                components.append(Component(tag: tag, offsetTicks: offset))
            }
        }
        if hasDuration {
            guard let ticks = reader.bits(40) else { return nil }
            durationTicks = ticks
        }
        guard let upidType = reader.bits(8), let upidLength = reader.bits(8), let upid = reader.bytes(upidLength),
            let type = reader.bits(8),
            let number = reader.bits(8), let expected = reader.bits(8)
        else { return nil }
        upids = SegmentationUPID.list(type: upidType, upid)
        typeID = type
        segmentNumber = number
        segmentsExpected = expected
        // Only some types have them, and older writers leave them out there too.
        if let number = reader.bits(8), let expected = reader.bits(8) {
            subSegmentNumber = number
            subSegmentsExpected = expected
        }
    }
}
