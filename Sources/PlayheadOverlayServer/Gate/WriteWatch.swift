import Synchronization

/// Notices who doesn't read what is written. From any thread.
final class WriteWatch: Sendable {
    private let patience: Duration
    private let begun = Mutex<ContinuousClock.Instant?>(nil)

    /// - Parameter patience: How long a write may take.
    init(patience: Duration) { self.patience = patience }

    /// Writes, one at a time.
    func watching(_ write: () async throws -> Void) async rethrows {
        begun.withLock { $0 = .now }
        defer { begun.withLock { $0 = nil } }
        try await write()
    }

    /// Returns when a write has taken too long, or the task is cancelled.
    func stalled() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: patience / 4)
            if let begun = begun.withLock({ $0 }), .now - begun > patience { return }
        }
    }
}
