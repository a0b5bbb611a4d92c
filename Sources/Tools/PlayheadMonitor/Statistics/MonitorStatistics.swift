import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// All that viewers have seen, in bounded memory: a pure function of their observations.
package struct MonitorStatistics: Sendable {
    // It has more than 20 stored properties: one for each metric.

    private static let maximumRungs = 32
    private static let maximumFailures = 64

    /// The time since the start of the run, in seconds.
    package var elapsed = 0.0
    /// The number of viewers that are there.
    package private(set) var viewers = 0
    /// The maximum of ``viewers``.
    package private(set) var peakViewers = 0
    /// The number of viewers that have arrived.
    package private(set) var arrived = 0
    /// The number of arrivals that found the maximum number of viewers.
    package private(set) var turnedAway = 0
    /// The number of changes of viewers from another stream.
    package private(set) var zaps = 0
    /// The number of starts: viewers that have seen the first picture, once for each stream that they changed to.
    package private(set) var started = 0
    /// The number of viewers that are gone.
    package private(set) var left = 0
    /// The number of viewers that have seen a stream to its end.
    package private(set) var completed = 0
    /// The number of viewers that left before the first picture, without an error.
    package private(set) var leftBeforeStart = 0
    /// The number of viewers whose playback failed.
    package private(set) var failed = 0
    /// The times from the intent to play to the first picture, in milliseconds.
    package private(set) var startup = Histogram()
    /// The number of stalls that have begun.
    package private(set) var stallCount = 0
    /// The number of viewers that are waiting in a stall.
    package private(set) var stalledNow = 0
    /// The durations of ended stalls, in milliseconds.
    package private(set) var stalls = Histogram()
    /// The time in which playheads moved, in seconds.
    package private(set) var playTime = 0.0
    /// The duration of ended stalls, in seconds.
    package private(set) var stallTime = 0.0
    /// The peak bit rates of the rungs on the screen in bits per second, weighted by milliseconds.
    package private(set) var bitrate = Histogram()
    /// The time that each rung was on the screen, in seconds.
    package private(set) var rungs = BoundedTable<Rung>(limit: maximumRungs)
    /// The number of viewers that have a rung on the screen now.
    package private(set) var showingNow = 0
    /// The number of changes to a higher rung.
    package private(set) var switchesUp = 0
    /// The number of changes to a lower rung.
    package private(set) var switchesDown = 0
    /// The latencies of live streams in milliseconds, one each second and viewer.
    package private(set) var latency = Histogram()
    /// The failures by kind: those of requests, whether or not a retry succeeded, and those that ended playback.
    package private(set) var failures = BoundedTable<FailureKey>(limit: maximumFailures)
    /// The same failures by their codes: each segment of a live stream has a URL of its own.
    private var failureCodes = BoundedTable<String>(limit: maximumFailures)
    /// The requests, and the received bytes.
    package private(set) var transfers = TransferCounters()
    /// The lateness of the process's own timers.
    package var clocks = OwnClocks()
    /// The error of the viewer that failed last.
    package private(set) var lastError: FailureKey?

    /// Creates empty statistics.
    package init() {}

    /// The share of stalls in the time of playback and stalls, 0 to 1; 0 before playback.
    package var stallRatio: Double { playTime + stallTime > 0 ? stallTime / (playTime + stallTime) : 0 }

    /// The number of all failures.
    package var failureCount: Int { Int(saturating: failures.total) }

    /// The mean bit rate on the screen in bits per second; `nil` if none is known.
    package var meanBitrate: Double? { bitrate.count > 0 ? bitrate.mean : nil }

    /// The rungs with their share of the time on the screen, highest first.
    package var rungShares: [(rung: Rung, share: Double)] {
        let total = rungs.total
        return rungs.entries.map { ($0.key, total > 0 ? $0.amount / total : 0) }.sorted { one, other in
            (one.0.bitrate ?? 0, one.0.label) > (other.0.bitrate ?? 0, other.0.label)
        }
    }

    /// The failures by their number, most frequent first.
    package var failureList: [(key: FailureKey, count: Int)] {
        failures.entries.map { ($0.key, Int(saturating: $0.amount)) }.sorted { one, other in
            one.1 != other.1 ? one.1 > other.1 : (one.0.code, one.0.url ?? "") < (other.0.code, other.0.url ?? "")
        }
    }

    /// The name of all failures whose codes are beyond the limit, together.
    package static let otherCodes = "other"

    /// The number of failures of each code, most frequent first, and of further codes together at the end (``otherCodes``); without URLs,
    /// so that the number of codes is small.
    package var failuresByCode: [(code: String, count: Int)] {
        let known: [(code: String, count: Int)] = failureCodes.entries.map { ($0.key, Int(saturating: $0.amount)) }
        let sorted = known.sorted { $0.count != $1.count ? $0.count > $1.count : $0.code < $1.code }
        return failureCodes.others > 0 ? sorted + [(Self.otherCodes, Int(saturating: failureCodes.others))] : sorted
    }

    /// Adds an observation of a viewer.
    package mutating func add(_ observation: ViewerObservation) {
        let (thousand, bitsLimit) = (1000.0, Double(NumberLimits.bitRates.upperBound))
        switch observation {
        case .arrived:
            arrived += 1
            viewers += 1
            peakViewers = max(peakViewers, viewers)
        case .turnedAway: turnedAway += 1
        case .started(let milliseconds):
            started += 1
            startup.add(milliseconds)
        case .stallBegan:
            stallCount += 1
            stalledNow += 1
        case .stallEnded(let seconds):
            stalledNow -= 1
            stallTime += seconds
            stalls.add(seconds * thousand)
        case .showed(let isShown): showingNow += isShown ? 1 : -1
        case .counted(let metrics, let before):
            switchesUp += metrics.switchesUp - before.switchesUp
            switchesDown += metrics.switchesDown - before.switchesDown
        case .played(let seconds, let rung):
            playTime += seconds
            guard let rung else { return }
            rungs.add(seconds, to: rung)
            if let bits = rung.bitrate {
                bitrate.add(min(Double(bits), bitsLimit), weight: Int(saturating: seconds * thousand))
            }
        case .latency(let seconds): latency.add(seconds * thousand)
        case .failure(let key):
            failures.add(1, to: key)
            failureCodes.add(1, to: key.code)
        case .transferred(let counters): transfers += counters
        case .zappedAway: viewers -= 1
        case .zapped:
            zaps += 1
            viewers += 1
            peakViewers = max(peakViewers, viewers)
        case .left(let outcome): leave(outcome)
        }
    }

    private mutating func leave(_ outcome: ViewerOutcome) {
        viewers -= 1
        left += 1
        switch outcome {
        case .completed: completed += 1
        case .left: break
        case .leftBeforeStart: leftBeforeStart += 1
        case .failed(let failure):
            failed += 1
            lastError = failure
        }
    }
}
