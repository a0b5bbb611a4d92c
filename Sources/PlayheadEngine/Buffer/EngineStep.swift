/// A step of an engine between the requests and the output, reported when it ends. Steps have no time: the receiver adds that of its clock.
package enum EngineStep: Sendable, Hashable {
    /// A demuxer opened a container with these tracks, which took a number of seconds and includes waiting for bytes.
    case opened(Set<TrackKind>, format: String, seconds: Double)
    /// The first packet of a track is available.
    case firstPacket(TrackKind)
    /// A decoder worked for a number of seconds.
    case decoded(TrackKind, seconds: Double)
    /// The first frame of a track was decoded.
    case firstFrame(TrackKind)
    /// The first picture was passed to the output. An early one was decoded alone, before playback could start.
    case firstPicture(isEarly: Bool)
    /// The duration of a track that is loaded ahead of the playhead, in seconds.
    case buffered(TrackKind, seconds: Double)
}
