/// An output of the machine; outputs are performed in order.
package enum MachineOutput: Sendable {
    /// Emits an event on every channel. State, item and timeline have their values at this point of the order.
    case event(any PlayerEvent, state: PlaybackState, item: Int?, timeline: Timeline)
    /// Sends a command to the engine.
    case engine(EngineCommand)
    /// Starts or restarts a watchdog of `seconds`.
    case startTimer(MachineTimer, seconds: Double)
    /// Cancels a watchdog.
    case cancelTimer(MachineTimer)
    /// The seek with this id is over; `finished` is false if it was superseded or cancelled.
    case seekDone(id: Int, finished: Bool)
    /// Asks the app about the item at an index of the list, or of the new list that opens; answered by ``MachineInput/decide(number:_:)``.
    case decide(number: Int, item: Int, isNewList: Bool)
    /// Returns as ``MachineInput/proceed(_:)`` after all preceding events have been delivered.
    case checkpoint(MachineCheckpoint)
}
