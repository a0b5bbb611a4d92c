/// The alarm of an engine whose clock is not that of the system, for which its thread cannot wait.
struct EngineWakeup {
    /// The task that waits for ``alarmTime``.
    var alarm: Task<Void, Never>?
    /// The time of the alarm on the clock of the engine, in seconds; infinity without an alarm.
    var alarmTime = Double.infinity
}
