import PlayheadCore
import PlayheadFFmpeg
import PlayheadMetadata

/// The description of a file.
extension Demuxer {
    /// Returns the metadata of the whole file.
    func metadata(of pictures: TrackFormat?, origin: Double) -> [TimedMetadata] {
        [
            xmp.map { .xmp($0) }, pictures.flatMap { keyFrames(of: $0.stream) }.map { .keyFrames($0, origin: origin) },
        ].compactMap(\.self)
    }

    /// The seconds by which a file may end before the announced duration; `nil` if none is announced.
    var announcedTolerance: Double? {
        guard isDurationAnnounced, let duration, let shortestTrackEnd else { return nil }
        // Tracks end at different times, and some may not be played; audio with a counted duration only has the padding of its codec of up
        // to three blocks.
        guard isDurationCounted, let sound = bestStream(.audio) else { return 1 + max(0, duration - shortestTrackEnd) }
        let (least, padding) = (0.1, 3456.0)
        return max(least, padding / Double(sound.sampleRate))
    }
}
