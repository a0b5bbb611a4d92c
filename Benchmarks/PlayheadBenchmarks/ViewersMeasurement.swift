import Foundation
import Playhead
import PlayheadEngine
import Synchronization

/// Plays one stream by many sessions without decoding at the same time, and measures what they cost and whether their clocks are late.
enum ViewersMeasurement {
    /// The counts of all sessions.
    private struct Seen: Sendable {
        var startups: [Double] = []
        var stalls = 0
        var switches = 0
        var failures: [String: Int] = [:]
        /// The number of time events during playing, and of those that were more than 50 ms late.
        var times = 0
        var lateTimes = 0
        /// The sum of the bit rates of the levels at each time event, in bits per second.
        var bitrates = 0.0
        var levels: [Int: Int] = [:]
    }

    /// The maximum lateness of a time event, in seconds.
    private static let tolerance = 0.05
    private static let seen = Mutex(Seen())

    /// Starts `count` sessions, 50 in a second, and prints a line every ten seconds until they have played for `seconds`.
    static func run(count: Int, url: URL, seconds: Int, decoding: ViewerDecoding) async throws {
        HeapTrimming.limitHeaps()
        let base = try ProcessUsage.now()
        var sessions: [PlaybackSession] = []
        for number in 0..<count {
            let session = makeSession(decoding)
            sessions.append(session)
            observe(session)
            await session.load(url)
            await session.play()
            let perSecond = 50
            if number % perSecond == perSecond - 1 { try await Task.sleep(for: .seconds(1)) }
        }
        var before = (time: ContinuousClock.now, processor: processorTime(), lateness: SharedThreads.lateness, seen: seen.withLock { $0 })
        let interval = 10
        for _ in 0..<max(1, seconds / interval) {
            try await Task.sleep(for: .seconds(interval))
            let now = (time: ContinuousClock.now, processor: processorTime(), lateness: SharedThreads.lateness, seen: seen.withLock { $0 })
            let usage = try ProcessUsage.now()
            let elapsed = (now.time - before.time) / Duration.seconds(1)
            let cores = (now.processor - before.processor) / elapsed
            let perViewer = (usage.residentMegabytes - base.residentMegabytes) / Double(count)
            let late = now.lateness.since(before.lateness)
            let times = now.seen.times - before.seen.times
            let lateTimes = now.seen.lateTimes - before.seen.lateTimes
            let bitrate = (now.seen.bitrates - before.seen.bitrates) / Double(max(1, times))
            let startups = now.seen.startups.sorted()
            func startup(_ share: Double) -> Double {
                startups.isEmpty ? 0 : 1000 * startups[min(startups.count - 1, Int(saturating: Double(startups.count) * share))]
            }
            print(
                String(
                    format:
                        "cores %.2f, %.1f MB (%.2f MB per viewer), %d threads, onTime %.0f/s %.2f%% late, turns p99 %.0f ms max %.0f ms, "
                        + "started %d p50 %.0f ms p95 %.0f ms, stalls %d, switches %d, %.0f kbit/s",
                    cores, usage.residentMegabytes, perViewer, usage.threads, Double(times) / elapsed,
                    100 * Double(lateTimes) / Double(max(1, times)), 1000 * late.quantile(0.99), 1000 * late.maximum, startups.count,
                    startup(0.5), startup(0.95), now.seen.stalls, now.seen.switches, bitrate / 1000), now.seen.failures)
            before = now
        }
        await withTaskGroup(of: Void.self) { group in for session in sessions { group.addTask { await session.close() } } }
        sessions = []
        print("after closing: \(try ProcessUsage.now())")
    }

    private static func makeSession(_ decoding: ViewerDecoding) -> PlaybackSession {
        var configuration = PlayerConfiguration()
        configuration.postsNotifications = false
        configuration.audioOutput = .none
        configuration.decoding = decoding
        configuration.sharesPlaylists = true
        return PlaybackSession(configuration: configuration)
    }

    private static func observe(_ session: PlaybackSession) {
        let events = session.events
        Task {
            let began = ContinuousClock.now
            var (last, bitrate) = (Double?.none, 0.0)
            for await event in events {
                switch event {
                case let time as TimeEvent:
                    let lateness = last.map { time.context.monotonicTime - $0 - 0.1 } ?? 0
                    last = time.context.monotonicTime
                    seen.withLock { seen in
                        seen.times += 1
                        seen.bitrates += bitrate
                        if lateness > tolerance { seen.lateTimes += 1 }
                    }
                case is FirstFrameEvent:
                    let startup = (ContinuousClock.now - began) / Duration.seconds(1)
                    seen.withLock { $0.startups.append(startup) }
                case let quality as VisualQualityEvent:
                    bitrate = Double(quality.level.bitrate ?? 0)
                    seen.withLock { $0.switches += 1 }
                case let change as StateChangeEvent:
                    if change.newState != .playing { last = nil }
                    if change.newState == .buffering, change.oldState == .playing { seen.withLock { $0.stalls += 1 } }
                case let error as ErrorEvent: seen.withLock { $0.failures["\(error.error)", default: 0] += 1 }
                default: break
                }
            }
        }
    }

    /// The processor time of the process, in seconds.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
