/// What comes out of the machine, to be carried out in order.
public enum MachineOutput: Sendable {
    /// Tell this event on every channel. State, item and timeline are as they are at this point of the order.
    case event(any PlayerEvent, state: PlaybackState, item: Int?, timeline: Timeline)
    /// Hand this to the engine.
    case engine(EngineCommand)
    /// Start (or start anew) a watchdog of so many seconds.
    case startTimer(MachineTimer, seconds: Double)
    /// End a watchdog.
    case cancelTimer(MachineTimer)
    /// The seek with this id is over; `finished` is false where it was superseded or given up.
    case seekDone(id: Int, finished: Bool)
    /// Hand this back as ``MachineInput/proceed(_:)`` once everything before it has been told.
    case checkpoint(MachineCheckpoint)
}
