import Synchronization

/// The input of the bus's thread.
struct BusInbox: Sendable {
    /// The number of the last positions that are kept for `Seeked` signals.
    static let maximumJumps = 16

    /// The properties to publish; `nil` before the first update.
    var properties: MPRISProperties?
    var position = ShownPosition()
    /// The positions for `Seeked` signals, in seconds.
    var jumps: [Double] = []
    /// The commands that were performed.
    var done: [FinishedCall] = []
    var isClosed = false
    /// Whether the thread has ended and no longer accepts input.
    var isOver = false
}

/// A command that was performed.
struct FinishedCall: Sendable {
    var number: UInt64
    /// Called on the bus's thread after the reply was sent; `nil` for most commands.
    var onAnswered: (@Sendable () -> Void)?
}

/// A change of the bus's state.
enum BusNews: Sendable, Equatable {
    /// The player is registered under this name.
    case registered(String)
    /// The bus is unavailable.
    case unavailable(String)
}
