import Synchronization

/// What the player says to the thread of the bus.
struct BusInbox: Sendable {
    /// What is shown now; `nil` before the first time.
    var properties: MPRISProperties?
    var position = ShownPosition()
    /// Positions that clients must be told, in seconds.
    var jumps: [Double] = []
    /// Calls that were carried out.
    var done: [FinishedCall] = []
    var isClosed = false
    /// Whether the thread has ended: nothing is taken any more.
    var isOver = false
}

/// A call that was carried out.
struct FinishedCall: Sendable {
    var number: UInt64
    /// Called on the bus's thread after the answer was written; `nil` for most calls.
    var onAnswered: (@Sendable () -> Void)?
}

/// What the thread of the bus says of it.
enum BusNews: Sendable, Equatable {
    /// The player can be found under this name.
    case registered(String)
    /// There is no bus, or none any more.
    case unavailable(String)
}
