import PlayheadCore

/// An ad break in the notation of older packagers (EXT-X-CUE-OUT, EXT-X-CUE-OUT-CONT, EXT-X-CUE-IN), as plain values.
public struct CueMarkerFacts: Sendable, Hashable {
    /// The kind of a marker; the raw value is its tag.
    public enum Kind: String, Sendable, Hashable {
        /// The break begins.
        case out = "EXT-X-CUE-OUT"
        /// The break continues.
        case outContinued = "EXT-X-CUE-OUT-CONT"
        /// The program resumes.
        case `in` = "EXT-X-CUE-IN"
    }

    /// The kind of the marker.
    public var kind: Kind
    /// The start of the following segment, in seconds on the playback's timeline.
    public var time: Double
    /// The duration of the break in seconds, if present.
    public var duration: Double?
    /// The elapsed time of the break in seconds, if present.
    public var elapsed: Double?
    /// The text after the colon, as written.
    public var text: String?

    /// Makes a marker.
    public init(kind: Kind, time: Double, duration: Double? = nil, elapsed: Double? = nil, text: String? = nil) {
        self.kind = kind
        self.time = time
        self.duration = duration
        self.elapsed = elapsed
        self.text = text
    }
}

extension CueMarkerFacts {
    /// Returns the marker as timed metadata.
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
