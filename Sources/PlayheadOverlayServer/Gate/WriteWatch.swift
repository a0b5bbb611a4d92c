import Synchronization

/// Notices who doesn't read what is written. From any thread.
final class WriteWatch: Sendable {
    /// How long a write may take.
    private static let patience = Duration.seconds(10)

    private let begun = Mutex<ContinuousClock.Instant?>(nil)

    /// Writes, one at a time.
    func watching(_ write: () async throws -> Void) async rethrows {
        begun.withLock { $0 = .now }
        defer { begun.withLock { $0 = nil } }
        try await write()
    }

    /// Returns when a write has taken too long, or the task is cancelled.
    func stalled() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.patience / 4)
            if let begun = begun.withLock({ $0 }), .now - begun > Self.patience { return }
        }
    }
}
