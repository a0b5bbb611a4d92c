import PlayheadCore
import PlayheadFFmpeg

/// What a container has inside that concerns all of the item.
extension TimedMetadata {
    /// An XMP packet.
    /// - Parameter start: Where what it belongs to begins, in seconds on the playback's timeline.
    static func xmp(_ packet: String, start: Double = 0) -> TimedMetadata {
        TimedMetadata(kind: .xmp, start: start, end: nil, fields: ["metadata": .object(["xmp": .string(packet)])], identity: "xmp")
    }

    /// The key frames that a container lists.
    /// - Parameter origin: The container's time at which the playback's timeline begins, in seconds.
    static func keyFrames(_ index: KeyFrameIndex, origin: Double) -> TimedMetadata {
        let times = index.entries.map { EventValue.double($0.time - origin) }
        let positions = index.entries.map { EventValue.int(Int(clamping: $0.position)) }
        return TimedMetadata(
            kind: .keyFrames, start: 0, end: nil,
            fields: ["metadata": .object(["times": .array(times), "filepositions": .array(positions), "count": .int(index.count)])],
            identity: "keyframes")
    }
}
