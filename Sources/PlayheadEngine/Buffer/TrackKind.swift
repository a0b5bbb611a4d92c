import PlayheadFFmpeg

/// The tracks that the engine plays in parallel.
package enum TrackKind: Int, Sendable, Hashable, CaseIterable {
    case video
    case audio

    /// The kind of a stream; `nil` if the engine does not play it.
    init?(_ kind: StreamInfo.Kind) {
        switch kind {
        case .video: self = .video
        case .audio: self = .audio
        case .text, .other: return nil
        }
    }
}
