import PlayheadCore
import PlayheadFFmpeg

/// Metadata inside a container that describes the whole item.
extension TimedMetadata {
    /// Creates metadata from an XMP packet.
    /// - Parameter start: The start of the media that the packet describes, in seconds on the timeline of the playback.
    static func xmp(_ packet: String, start: Double = 0) -> TimedMetadata {
        TimedMetadata(kind: .xmp, start: start, end: nil, fields: ["metadata": .object(["xmp": .string(packet)])], identity: "xmp")
    }

    /// Creates metadata with the key frames that a container lists.
    /// - Parameter origin: The time of the container at which the timeline of the playback starts, in seconds.
    static func keyFrames(_ index: KeyFrameIndex, origin: Double) -> TimedMetadata {
        let times = index.entries.map { EventValue.double($0.time - origin) }
        let positions = index.entries.map { EventValue.int(Int(clamping: $0.position)) }
        return TimedMetadata(
            kind: .keyFrames, start: 0, end: nil,
            fields: ["metadata": .object(["times": .array(times), "filepositions": .array(positions), "count": .int(index.count)])],
            identity: "keyframes")
    }
}
