import PlayheadCore

/// An ad break in the notation of older packagers (EXT-X-CUE-OUT, EXT-X-CUE-OUT-CONT, EXT-X-CUE-IN), as plain values.
package struct CueMarkerFacts: Sendable, Hashable {
    /// The kind of a marker; the raw value is its tag.
    package enum Kind: String, Sendable, Hashable {
        /// The break begins.
        case out = "EXT-X-CUE-OUT"
        /// The break continues.
        case outContinued = "EXT-X-CUE-OUT-CONT"
        /// The program resumes.
        case `in` = "EXT-X-CUE-IN"
    }

    /// The kind of the marker.
    package var kind: Kind
    /// The start of the following segment, in seconds on the playback's timeline.
    package var time: Double
    /// The duration of the break in seconds, if present.
    package var duration: Double?
    /// The elapsed time of the break in seconds, if present.
    package var elapsed: Double?
    /// The text after the colon, as written.
    package var text: String?

    /// Makes a marker.
    package init(kind: Kind, time: Double, duration: Double? = nil, elapsed: Double? = nil, text: String? = nil) {
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
