import PlayheadArguments

/// Waits for Ctrl-C and similar signals. Work that delays the end of the program is abandoned.
@MainActor
final class Interruption {
    private static let timeout = 2.0
    private var signals: EndSignals?
    private var waiter: CheckedContinuation<Void, Never>?
    private var isInterrupted = false

    /// Handles the signals from now on.
    init() {
        signals = EndSignals(timeout: Self.timeout) { [weak self] in Task { @MainActor in self?.interrupt() } }
    }

    private func interrupt() {
        isInterrupted = true
        waiter?.resume()
        waiter = nil
    }

    /// Returns when the program is asked to end, at once if it was already.
    func wait() async {
        guard !isInterrupted else { return }
        await withCheckedContinuation { waiter = $0 }
    }
}
