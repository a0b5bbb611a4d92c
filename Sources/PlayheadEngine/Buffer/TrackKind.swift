/// The tracks that the engine plays in parallel.
package enum TrackKind: Int, Sendable, Hashable, CaseIterable {
    case video
    case audio
}
