import Foundation
import PlayheadCore

/// Compares what the process holds before and after a scenario.
struct ResourceWatch {
    private let clock = SystemClock()
    private let sockets: Int
    private let resident: Int

    /// Threads that playbacks start carry such names; the kernel keeps fifteen characters.
    private static let threadPrefix = "playhead."
    /// The time in seconds that connections and threads have to go.
    private static let settlingTime = 5.0

    /// Takes down what there is.
    init() {
        sockets = ProcessFacts.sockets
        resident = ProcessFacts.resident
        ProcessFacts.resetPeak()
    }

    /// What is left over, or was too much.
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
