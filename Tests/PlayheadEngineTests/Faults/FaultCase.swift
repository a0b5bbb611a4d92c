import PlayheadCore
import PlayheadOrigin
import Testing

@testable import PlayheadEngine

/// One row of the table: the behavior of the origin, and the expected behavior of the player.
struct FaultCase: Sendable, CustomTestStringConvertible {
    /// The end of the playback.
    enum End: Sendable, Equatable {
        /// Playback ends at the end of the media.
        case ended
        /// Playback continues when the test ends.
        case playing
        /// Playback fails with this error.
        case failed(PlaybackError.Kind)
    }

    var name: String
    var stream: FaultRig.Stream
    var faults: [Fault] = []
    var live: [LiveFault] = []
    var twists: [Twist] = []
    /// The level that is selected manually; 0 for automatic selection.
    var level = 0
    var network: NetworkTrace?
    /// The seconds of the clock between opening and starting the player.
    var pause: Double?
    /// The numbers of the frames of a recording that are shown, once each.
    var shown: [Range<Int>]?
    /// The number of gaps between shown frames of a broadcast, and the minimum number of shown frames.
    var holes: ClosedRange<Int> = 0...0
    var fewest = 0
    /// The kinds of warnings without duplicates, in the order of their first report.
    var warnings: [PlaybackError.Kind] = []
    var end = End.ended
    /// Whether the playback follows the clock and must not stall.
    var isRealTime = false
    /// The number of requests for some paths.
    var asks: [(path: PathPattern, count: Int)] = []
    /// The audio track that plays at the end; -1 for none.
    var audioTrack: Int?

    var testDescription: String { name }
}
