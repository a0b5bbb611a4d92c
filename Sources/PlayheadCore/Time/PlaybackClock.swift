#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The only way by which a playback reads the time and waits.
///
/// A player is given one when it is made: ``SystemClock`` outside tests, a manual clock in them, so that hours of playback run in a moment
/// and give the same trace each time.
public protocol PlaybackClock: Sendable {
    /// The monotonic time in seconds. It never goes back; its zero means nothing, and only differences count.
    var now: Double { get }

    /// Waits until ``now`` has reached `deadline`.
    ///
    /// - Parameter deadline: A time on this clock, in seconds. One that has passed, or is not a number, returns at once.
    /// - Throws: `CancellationError` as soon as the task is cancelled, also when it was before the call.
    func sleep(until deadline: Double) async throws
}

extension PlaybackClock {
    /// Waits for a number of seconds.
    ///
    /// - Parameter seconds: How long, in seconds; nothing or less returns at once.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(for seconds: Double) async throws {
        try await sleep(until: now + seconds)
    }
}

/// The system's monotonic clock. It stands still while the machine sleeps, as a playback does.
public struct SystemClock: PlaybackClock {
    /// Makes the clock; all of them read the same time.
    public init() {}

    /// Seconds of `CLOCK_MONOTONIC`.
    public var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Waits until ``now`` has reached `deadline`, in seconds, and about a millisecond more at worst on a machine that is not overloaded.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Double) async throws {
        try Task.checkCancellation()
        // A timer may fire a little early by this clock: both count, but not with the same rounding.
        while true {
            let remaining = deadline - now
            guard remaining > 0 else { return }
            // A task's sleep counts in 64-bit nanoseconds; what is beyond is waited for a year at a time.
            let nanoseconds = Int64(saturating: min(remaining, 31_536_000) * 1e9, rounding: .up)
            try await Task.sleep(for: .nanoseconds(nanoseconds), tolerance: .zero, clock: .suspending)
        }
    }
}
