/// A watchdog that runs.
struct Watchdog: Sendable, Hashable {
    /// Which one.
    var timer: MachineTimer
    /// Monotonic time when it runs out, in seconds.
    var deadline: Double
}
