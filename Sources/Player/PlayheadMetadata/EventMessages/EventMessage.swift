/// An event message of fragmented MP4 (`emsg`; ISO/IEC 23009-1 §5.10.3.3).
package struct EventMessage: Sendable, Hashable {
    /// The time of a message, in ticks of its ``EventMessage/timescale``.
    package enum Time: Sendable, Hashable {
        /// The time since the beginning of the enclosing segment (version 0).
        case afterSegmentStart(UInt32)
        /// The time on the timeline of the media (version 1).
        case media(UInt64)
    }

    /// The URI that defines the meaning of value and data.
    package var scheme: String
    /// The value, whose meaning the scheme defines.
    package var value: String
    /// The number of ticks per second, at least 1.
    package var timescale: UInt32
    /// The time of the message.
    package var time: Time
    /// The duration in ticks; `nil` if unknown.
    package var durationTicks: UInt32?
    /// The identifier; messages with the same scheme, value and identifier are equivalent.
    package var id: UInt32
    /// The content.
    package var data: [UInt8]

    /// The duration in seconds; `nil` if unknown.
    package var duration: Double? { durationTicks.map { Double($0) / Double(timescale) } }

    /// Returns the time of the message. The time and `segmentStart`, the earliest presentation time of its segment, are in seconds on the
    /// timeline of the media.
    package func mediaTime(segmentStart: Double) -> Double {
        switch time {
        case .afterSegmentStart(let ticks): segmentStart + Double(ticks) / Double(timescale)
        case .media(let ticks): Double(ticks) / Double(timescale)
        }
    }

    /// Makes a message.
    package init(
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

    /// Parses the payload of an `emsg` box; returns `nil` if it is damaged or has another version.
    package static func parse(box payload: ArraySlice<UInt8>) -> EventMessage? {
        var reader = ByteReader(payload)
        guard let version = reader.byte(), reader.read(3) != nil else { return nil }
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

    /// Parses the payload of an `emsg` box; returns `nil` if it is damaged or has another version.
    package static func parse(box payload: [UInt8]) -> EventMessage? { parse(box: payload[...]) }

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
