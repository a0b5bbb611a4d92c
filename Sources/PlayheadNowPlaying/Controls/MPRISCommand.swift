/// What a client of the bus asks for.
enum MPRISCommand: Sendable, Equatable {
    case raise
    case quit
    case next
    case previous
    case pause
    case playPause
    case stop
    case play
    /// By so many microseconds.
    case seek(Int64)
    /// To a position in microseconds, if that track still plays.
    case setPosition(track: String, Int64)
    case open(String)
    case setRate(Double)
    case setVolume(Double)
}
