#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A lock with a condition whose waits end at a time of the monotonic clock, unlike those of `NSCondition`, which follow the wall clock.
///
/// `@unchecked Sendable`: the pointers never change, and the system's lock and condition behind them are made for use by any thread.
final class TimedCondition: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        #if !canImport(Darwin)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        #endif
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }

    func unlock() { pthread_mutex_unlock(mutex) }

    func withLock<R>(_ body: () throws -> R) rethrows -> R {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Wakes one waiting thread.
    func signal() { pthread_cond_signal(condition) }

    /// Wakes all waiting threads.
    func broadcast() { pthread_cond_broadcast(condition) }

    /// Waits, with the lock held, until a signal; may also return earlier.
    func wait() { pthread_cond_wait(condition, mutex) }

    /// Waits, with the lock held, until a signal, or until `deadline` in seconds of the monotonic clock; may also return earlier.
    func wait(until deadline: Double) {
        // Longer waits return earlier, so that the time is in range for any deadline.
        let maximum = 86_400.0
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let current = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
        let delay = min(max(0, deadline - current), maximum)
        #if canImport(Darwin)
            var time = Self.time(of: delay)
            pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
            var time = Self.time(of: current + delay)
            pthread_cond_timedwait(condition, mutex, &time)
        #endif
    }

    private static func time(of seconds: Double) -> timespec {
        let whole = seconds.rounded(.down)
        return timespec(tv_sec: Int(saturating: whole), tv_nsec: Int(saturating: (seconds - whole) * 1e9))
    }
}
