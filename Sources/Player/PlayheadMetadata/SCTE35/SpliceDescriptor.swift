/// A descriptor of a splice_info_section (ANSI/SCTE 35 §10).
package enum SpliceDescriptor: Sendable, Hashable {
    /// The identifier of the avail for the equipment.
    case avail(id: Int)
    /// DTMF tones for equipment: the time before the splice, in tenths of a second, and the characters.
    case tones(preroll: Int, characters: String)
    /// The start or end of a segment.
    case segmentation(SegmentationDescriptor)
    /// The time of the sender's clock: TAI seconds and nanoseconds, and the offset of UTC in seconds.
    case time(seconds: Int, nanoseconds: Int, utcOffset: Int)
    /// An unknown or damaged descriptor; `identifier` is the four letters of the owner.
    case other(tag: Int, identifier: String, data: [UInt8])

    private static let owner = "CUEI"

    /// Returns the complete descriptors of a loop.
    static func list(_ loop: ArraySlice<UInt8>) -> [SpliceDescriptor] {
        var reader = ByteReader(loop)
        var descriptors: [SpliceDescriptor] = []
        while let tag = reader.byte(), let length = reader.byte(), let body = reader.read(Int(length)) {
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

/// The start or end of a segment (`segmentation_descriptor`; ANSI/SCTE 35 §10.3.3).
package struct SegmentationDescriptor: Sendable, Hashable {
    /// The delivery restrictions of the segment.
    package struct Restrictions: Sendable, Hashable {
        /// Whether web delivery is allowed.
        package var isWebDeliveryAllowed: Bool
        /// Whether there is no regional blackout.
        package var hasNoRegionalBlackout: Bool
        /// Whether recording is allowed.
        package var isArchiveAllowed: Bool
        /// The group of restricted devices: 0, 1 or 2; 3 is no group.
        package var deviceGroup: Int
    }

    /// A component, if the segment is not the whole program.
    package struct Component: Sendable, Hashable {
        /// The component_tag.
        package var tag: Int
        /// The ticks of 90 kHz that are added to the section's time.
        package var offsetTicks: Int
    }

    /// The identifier of the event; the start and end of a segment have the same.
    package var eventID: Int
    /// Whether the event with this identifier is cancelled; there are no other values then.
    package var isCancelled: Bool
    /// The delivery restrictions; `nil` for none.
    package var restrictions: Restrictions?
    /// The components, if the segment is not the whole program.
    package var components: [Component] = []
    /// The duration of the segment, in ticks of 90 kHz, if present.
    package var durationTicks: Int?
    /// The identifiers of the content.
    package var upids: [SegmentationUPID] = []
    /// The type of the start or end; see ``typeName``.
    package var typeID = 0
    /// The number of the segment in the event.
    package var segmentNumber = 0
    /// The number of segments in the event.
    package var segmentsExpected = 0
    /// The number of the part in the segment, if present.
    package var subSegmentNumber: Int?
    /// The number of parts in the segment, if present.
    package var subSegmentsExpected: Int?

    /// The duration of the segment, in seconds, if present.
    package var duration: Double? { durationTicks.map { Double($0) / SpliceTime.ticksPerSecond } }

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
        // Only some types have them, and older writers omit them there too.
        if let number = reader.bits(8), let expected = reader.bits(8) {
            subSegmentNumber = number
            subSegmentsExpected = expected
        }
    }
}
