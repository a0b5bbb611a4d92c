/// The sleep of an engine's loop, and the alarm that ends it.
struct EngineWakeup {
    /// Whether something changed since the loop looked last.
    var isWoken = false
    /// The loop, while it sleeps.
    var sleeper: CheckedContinuation<Void, Never>?
    /// The task that waits for ``alarmTime``.
    var alarm: Task<Void, Never>?
    /// The time of the alarm on the engine's clock, in seconds; infinity without one.
    var alarmTime = Double.infinity
}
