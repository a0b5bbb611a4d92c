import PlayheadEngine

/// A container that a demuxer opened.
package struct TimelineContainer: Sendable, Hashable {
    /// The tracks that are read from the container.
    package var tracks: Set<TrackKind>
    /// The format, as FFmpeg names it.
    package var format: String

    /// Creates a container.
    package init(tracks: Set<TrackKind>, format: String) {
        self.tracks = tracks
        self.format = format
    }
}
