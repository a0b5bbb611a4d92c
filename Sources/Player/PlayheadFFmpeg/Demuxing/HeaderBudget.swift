import Foundation

/// The processor time that FFmpeg may take for the header of a container; the time in the source of the bytes does not count.
///
/// FFmpeg searches the list of tags for each tag of most containers, so its time grows with the square of their number.
struct HeaderBudget {
    /// The usual limit, in seconds: the largest headers of films take tenths.
    static let usual = 10.0

    /// The rest, in seconds.
    private var rest: Double
    /// The processor time of the thread when FFmpeg continued, in seconds; `nil` while FFmpeg is not running.
    private var since: Double?

    init(seconds: Double = usual) { rest = seconds }

    /// Whether more time was taken.
    var isExceeded: Bool { rest < 0 }

    /// Records that FFmpeg continues.
    mutating func resume() { since = Self.now }

    /// Records that FFmpeg returns, or requests bytes.
    mutating func pause() {
        if let since { rest -= Self.now - since }
        since = nil
    }

    /// The processor time of the current thread, in seconds.
    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
