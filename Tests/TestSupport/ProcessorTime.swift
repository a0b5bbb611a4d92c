import Foundation

/// Returns the seconds that the processor works on `body`, which stays on its thread: unlike the time that passes, they do not depend on other programs.
package func processorTime(of body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
}
