import PlayheadCore
import PlayheadEngine

/// A moment of a playback.
package struct TimelineMark: Sendable, Hashable {
    /// The kind of a moment.
    package enum Kind: Sendable, Hashable {
        /// The first packet of a track was available.
        case firstPacket(TrackKind)
        /// The first frame of a track was decoded.
        case firstFrame(TrackKind)
        /// The first picture was passed to the output. An early one was decoded alone, before playback could start.
        case firstPicture(isEarly: Bool)
        /// The playhead began to move.
        case play
        /// A seek to a position in seconds was requested.
        case seek(to: Double)
        /// A seek reached a position in seconds.
        case seeked(at: Double)
        /// The playhead stopped because data was missing.
        case stall
        /// A level was shown for the first time, or again after another one.
        case level(String)
        /// An item was played to its end.
        case complete
        /// An error, or a warning, with its code.
        case problem(code: Int, isFatal: Bool)
    }

    /// The time, in seconds from the load.
    package var time: Double
    /// The kind.
    package var kind: Kind

    /// Creates a mark.
    package init(time: Double, kind: Kind) {
        self.time = time
        self.kind = kind
    }
}
