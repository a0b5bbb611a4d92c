/// A running watchdog.
struct Watchdog: Sendable, Hashable {
    /// The kind of the watchdog.
    var timer: MachineTimer
    /// The monotonic time at which it expires, in seconds.
    var deadline: Double
}
