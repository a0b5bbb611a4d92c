/// The tracks that the engine plays side by side.
enum TrackKind: Int, Sendable, Hashable, CaseIterable {
    case video
    case audio
}
