import Foundation
import PlayheadCore

/// Compares the resources of the process before and after a scenario.
struct ResourceWatch {
    private let clock = SystemClock()
    private let sockets: Int
    private let resident: Int

    /// The prefix of the names of playback threads; the kernel keeps fifteen characters.
    private static let threadPrefix = "playhead."
    /// The time in which connections and threads must end, in seconds.
    private static let settlingTime = 5.0

    /// Records the current resources.
    init() {
        sockets = ProcessFacts.sockets
        resident = ProcessFacts.resident
        ProcessFacts.resetPeak()
    }

    /// Returns the leaks and exceeded limits.
    func breaches(_ limits: ScenarioLimits) async -> [String] {
        var breaches: [String] = []
        let growth = ProcessFacts.peak - resident
        if growth > limits.megabytes << 20 { breaches.append("its memory grew by \(growth >> 20) MB") }
        let end = clock.now + Self.settlingTime
        while clock.now < end, !isSettled { try? await clock.sleep(for: 0.005) }
        let threads = ProcessFacts.threads(withPrefix: Self.threadPrefix)
        if !threads.isEmpty { breaches.append("threads are left: \(threads.joined(separator: " "))") }
        if ProcessFacts.sockets > sockets { breaches.append("\(ProcessFacts.sockets - sockets) sockets are left") }
        return breaches
    }

    private var isSettled: Bool {
        ProcessFacts.threads(withPrefix: Self.threadPrefix).isEmpty && ProcessFacts.sockets <= sockets
    }
}
