/// An event message of fragmented MP4 (`emsg`; ISO/IEC 23009-1 §5.10.3.3).
public struct EventMessage: Sendable, Hashable {
    /// When it is due, in ticks of its ``EventMessage/timescale``.
    public enum Time: Sendable, Hashable {
        /// After the beginning of the segment that it stands in (version 0).
        case afterSegmentStart(UInt32)
        /// On the timeline of the media (version 1).
        case media(UInt64)
    }

    /// Says how to read value and data: a URI.
    public var scheme: String
    /// What the scheme makes of it.
    public var value: String
    /// Ticks in a second, at least 1.
    public var timescale: UInt32
    /// When it is due.
    public var time: Time
    /// How long it lasts, in ticks; `nil` where it isn't known.
    public var durationTicks: UInt32?
    /// Messages of the same scheme, value and identifier are the same one.
    public var id: UInt32
    /// What it says.
    public var data: [UInt8]

    /// How long it lasts, in seconds; `nil` where it isn't known.
    public var duration: Double? { durationTicks.map { Double($0) / Double(timescale) } }

    /// When it is due, in seconds on the timeline of the media.
    /// - Parameter segmentStart: The earliest presentation time of its segment, in seconds on that timeline.
    public func mediaTime(segmentStart: Double) -> Double {
        switch time {
        case .afterSegmentStart(let ticks): segmentStart + Double(ticks) / Double(timescale)
        case .media(let ticks): Double(ticks) / Double(timescale)
        }
    }

    /// Makes a message.
    public init(
        scheme: String, value: String = "", timescale: UInt32 = 1, time: Time, durationTicks: UInt32? = nil, id: UInt32 = 0,
        data: [UInt8] = []
    ) {
        self.scheme = scheme
        self.value = value
        self.timescale = max(1, timescale)
        self.time = time
        self.durationTicks = durationTicks
        self.id = id
        self.data = data
    }

    /// Reads what stands in an `emsg` box after its header; `nil` where it is damaged or of another version.
    public static func parse(box payload: ArraySlice<UInt8>) -> EventMessage? {
        var reader = ByteReader(payload)
        guard let version = reader.byte(), reader.take(3) != nil else { return nil }
        switch version {
        case 0:
            guard let scheme = reader.untilZero(), let value = reader.untilZero(), let timescale = reader.unsigned32(),
                let delta = reader.unsigned32(), let duration = reader.unsigned32(), let id = reader.unsigned32()
            else { return nil }
            return EventMessage(scheme, value, timescale, .afterSegmentStart(delta), duration, id, reader.rest)
        case 1:
            guard let timescale = reader.unsigned32(), let time = reader.unsigned64(), let duration = reader.unsigned32(),
                let id = reader.unsigned32(), let scheme = reader.untilZero(), let value = reader.untilZero()
            else { return nil }
            return EventMessage(scheme, value, timescale, .media(time), duration, id, reader.rest)
        default: return nil
        }
    }

    /// Reads what stands in an `emsg` box after its header; `nil` where it is damaged or of another version.
    public static func parse(box payload: [UInt8]) -> EventMessage? { parse(box: payload[...]) }

    private static let unknownDuration = UInt32.max

    private init?(
        _ scheme: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, _ timescale: UInt32, _ time: Time, _ duration: UInt32, _ id: UInt32,
        _ data: ArraySlice<UInt8>
    ) {
        guard timescale > 0 else { return nil }
        self.init(
            scheme: String(decoding: scheme, as: UTF8.self), value: String(decoding: value, as: UTF8.self), timescale: timescale,
            time: time,
            durationTicks: duration == Self.unknownDuration ? nil : duration, id: id, data: Array(data))
    }
}
