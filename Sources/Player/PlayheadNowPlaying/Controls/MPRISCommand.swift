import Playhead

/// A command of a client.
enum MPRISCommand: Sendable, Equatable {
    case raise
    case quit
    case next
    case previous
    case pause
    case playPause
    case stop
    case play
    /// Seeks by a number of microseconds.
    case seek(Int64)
    /// Seeks to a position in microseconds, if this track is current.
    case setPosition(track: String, Int64)
    case open(String)
    case setRate(Double)
    case setVolume(Double)
    case setFullscreen(Bool)
    case setRepeatMode(RepeatMode)
    case setShuffled(Bool)
}
