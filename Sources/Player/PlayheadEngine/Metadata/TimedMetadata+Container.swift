import PlayheadCore
import PlayheadFFmpeg

/// Metadata inside a container that describes the whole item.
extension TimedMetadata {
    /// Creates metadata from an XMP packet. The media that the packet describes starts at `start`, in seconds on the timeline of the
    /// playback.
    static func xmp(_ packet: String, start: Double = 0) -> TimedMetadata {
        TimedMetadata(kind: .xmp, start: start, end: nil, fields: ["metadata": .object(["xmp": .string(packet)])], identity: "xmp")
    }

    /// Creates metadata with the song that a station plays from `time` on, in seconds on the timeline of the playback.
    static func nowPlaying(
        title: String?, artist: String? = nil, album: String? = nil, url: String? = nil, at time: Double
    ) -> TimedMetadata {
        TimedMetadata(
            kind: .nowPlaying, start: time, end: time,
            fields: [
                "metadata": .object([
                    "title": title.eventValue, "artist": artist.eventValue, "album": album.eventValue, "url": url.eventValue,
                ])
            ])
    }

    /// Creates metadata with the key frames that a container lists. The timeline of the playback starts at the time `origin` of the
    /// container, in seconds.
    static func keyFrames(_ index: KeyFrameIndex, origin: Double) -> TimedMetadata {
        let times = index.entries.map { EventValue.double($0.time - origin) }
        let positions = index.entries.map { EventValue.int(Int(clamping: $0.position)) }
        return TimedMetadata(
            kind: .keyFrames, start: 0, end: nil,
            fields: ["metadata": .object(["times": .array(times), "filepositions": .array(positions), "count": .int(index.count)])],
            identity: "keyframes")
    }
}
