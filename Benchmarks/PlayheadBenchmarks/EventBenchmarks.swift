import CAllocationCount
import Foundation
import Playhead

/// Measures the cost of delivering an event to one listener on each channel: delegate, additional listener, closure, async sequence, with
/// and without NotificationCenter.
@MainActor
enum EventBenchmarks {
    private static let count = 20_000

    static func run() -> String {
        let events: [(String, any PlayerEvent)] = [
            ("onTime", TimeEvent(position: 12.5, duration: 600)),
            ("onStateChange", StateChangeEvent(oldState: .playing, newState: .buffering, reason: .stalled, elapsed: 1)),
        ]
        var lines = ["one event to all channels, one listener on each        median    min       allocations"]
        for (name, event) in events {
            for posts in [false, true] {
                let (times, allocations) = measure(event, posts: posts)
                let label = "\(name), \(posts ? "with" : "without") NotificationCenter"
                lines.append(
                    label.padding(toLength: 55, withPad: " ", startingAt: 0) + column(times[times.count / 2]) + column(times[0])
                        + String(format: "%.1f", allocations))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func column(_ seconds: Double) -> String {
        String(format: "%.2f µs", seconds * 1e6).padding(toLength: 10, withPad: " ", startingAt: 0)
    }

    /// - Returns: The seconds per event of each run, sorted, and the allocations per event.
    private static func measure(_ event: any PlayerEvent, posts: Bool) -> (times: [Double], allocations: Double) {
        var configuration = PlayerConfiguration()
        configuration.postsNotifications = posts
        let player = Player(configuration: configuration)
        let (delegate, listener) = (CountingDelegate(), CountingDelegate())
        player.delegate = delegate
        let tokens = [player.addListener(listener), player.onEvent { _ in eventCount += 1 }]
        // Only the newest event is buffered, because otherwise the memory of an unread sequence would be measured.
        let sequence = player.events(buffering: .bufferingNewest(1))
        let observer = NotificationCenter.default.addObserver(forName: .playerAll, object: player, queue: nil) { _ in
            MainActor.assumeIsolated { eventCount += 1 }
        }
        var times: [Double] = []
        var allocations = 0.0
        let runs = 15
        for run in 0...runs {
            let before = playhead_allocation_count()
            let duration = ContinuousClock().measure {
                for _ in 0..<count { player.deliver(event) }
            }
            allocations = Double(playhead_allocation_count() - before) / Double(count)
            if run > 0 { times.append(duration.seconds / Double(count)) }
        }
        NotificationCenter.default.removeObserver(observer)
        precondition(delegate.eventCount == count * (runs + 1) && listener.eventCount == delegate.eventCount, "An event was not delivered")
        withExtendedLifetime((tokens, sequence)) {}
        return (times.sorted(), allocations)
    }

    private static var eventCount = 0
}

@MainActor
private final class CountingDelegate: PlayerDelegate {
    var eventCount = 0

    func onTime(_ event: TimeEvent) { eventCount += 1 }
    func onStateChange(_ event: StateChangeEvent) { eventCount += 1 }
}
