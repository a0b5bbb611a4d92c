/// The tracks that the engine plays in parallel.
enum TrackKind: Int, Sendable, Hashable, CaseIterable {
    case video
    case audio
}
