/// The sleep of the loop of an engine, and the alarm that ends it.
struct EngineWakeup {
    /// Whether something changed since the last iteration of the loop.
    var isWoken = false
    /// The continuation of the loop while it sleeps.
    var sleeper: CheckedContinuation<Void, Never>?
    /// The task that waits for ``alarmTime``.
    var alarm: Task<Void, Never>?
    /// The time of the alarm on the clock of the engine, in seconds; infinity without an alarm.
    var alarmTime = Double.infinity
}
