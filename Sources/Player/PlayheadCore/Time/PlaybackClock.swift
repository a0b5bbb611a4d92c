#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The only source of time and delays of a playback.
///
/// A player receives a clock at its creation: ``SystemClock`` outside tests, a manual clock in tests, so that hours of playback take a
/// moment and give the same trace each time.
public protocol PlaybackClock: Sendable {
    /// The monotonic time in seconds. It never decreases; its zero is arbitrary, and only differences are meaningful.
    var now: Double { get }

    /// Waits until ``now`` has reached `deadline`.
    ///
    /// - Parameter deadline: A time on this clock, in seconds. A deadline in the past, or NaN, returns at once.
    /// - Throws: `CancellationError` as soon as the task is cancelled, also if it was cancelled before the call.
    func sleep(until deadline: Double) async throws
}

extension PlaybackClock {
    /// Waits for a number of seconds.
    ///
    /// - Parameter seconds: The duration, in seconds; 0 or less returns at once.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(for seconds: Double) async throws {
        try await sleep(until: now + seconds)
    }
}

/// The system's monotonic clock. It stops while the machine is suspended, as a playback does.
public struct SystemClock: PlaybackClock {
    /// Makes the clock; all instances read the same time.
    public init() {}

    /// Seconds of `CLOCK_MONOTONIC`.
    public var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Waits until ``now`` has reached `deadline`, in seconds, and at most about a millisecond longer unless the machine is overloaded.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Double) async throws {
        try Task.checkCancellation()
        // A timer may fire slightly early by this clock, because the two round differently.
        while true {
            let remaining = deadline - now
            guard remaining > 0 else { return }
            // A task's sleep has a 64-bit nanosecond range; longer delays are split into years.
            let nanoseconds = Int64(saturating: min(remaining, 31_536_000) * 1e9, rounding: .up)
            try await Task.sleep(for: .nanoseconds(nanoseconds), tolerance: .zero, clock: .suspending)
        }
    }
}
