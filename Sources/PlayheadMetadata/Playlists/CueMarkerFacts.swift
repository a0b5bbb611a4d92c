import PlayheadCore

/// An ad break as older packagers mark it (EXT-X-CUE-OUT, EXT-X-CUE-OUT-CONT, EXT-X-CUE-IN), as plain values.
public struct CueMarkerFacts: Sendable, Hashable {
    /// What it marks; the raw value is its tag.
    public enum Kind: String, Sendable, Hashable {
        /// The break begins.
        case out = "EXT-X-CUE-OUT"
        /// The break goes on.
        case outContinued = "EXT-X-CUE-OUT-CONT"
        /// The program comes back.
        case `in` = "EXT-X-CUE-IN"
    }

    /// What it marks.
    public var kind: Kind
    /// Where the segment after it begins, in seconds on the playback's timeline.
    public var time: Double
    /// The break's length in seconds, when told.
    public var duration: Double?
    /// How much of the break is over, in seconds, when told.
    public var elapsed: Double?
    /// What follows the colon, as written.
    public var text: String?

    /// Makes the facts of a marker.
    public init(kind: Kind, time: Double, duration: Double? = nil, elapsed: Double? = nil, text: String? = nil) {
        self.kind = kind
        self.time = time
        self.duration = duration
        self.elapsed = elapsed
        self.text = text
    }
}

extension CueMarkerFacts {
    /// The marker as timed metadata.
    func metadata(start: Double, end: Double?, identity: String?) -> TimedMetadata {
        let length = end.map { $0 - start }
        let command = kind == .in ? "in" : "out"
        return TimedMetadata(
            kind: .scte35, start: start, end: end,
            fields: [
                "metadataTime": .double(start),
                "metadata": .object([
                    "tag": .string(kind == .in ? kind.rawValue : Kind.out.rawValue), "content": text.map { .string($0) } ?? .null,
                    "command": .string(command), "start": .double(start), "end": end.map { .double($0) } ?? .null,
                    "duration": kind == .in ? .null : length.map { .double($0) } ?? .null,
                ]),
            ], identity: identity)
    }
}
