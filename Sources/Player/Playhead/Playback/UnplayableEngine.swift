import PlayheadCore
import PlayheadEngine
import Synchronization

/// An engine for an item that can't be played: opening it fails.
final class UnplayableEngine: MediaEngine {
    private let error: PlaybackError
    private let report: @Sendable (EngineReport) -> Void
    private let isClosed = Mutex(false)

    init(_ error: PlaybackError, report: @escaping @Sendable (EngineReport) -> Void) {
        self.error = error
        self.report = report
    }

    var statistics: EngineStatistics { EngineStatistics() }

    func send(_ command: EngineCommand) {
        switch command {
        case .open: report(.failed(error))
        case .close:
            let wasClosed = isClosed.withLock { isClosed in
                defer { isClosed = true }
                return isClosed
            }
            if !wasClosed { report(.closed) }
        default: break
        }
    }
}
