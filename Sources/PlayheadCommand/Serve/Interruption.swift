import Dispatch
import Foundation

/// Waits for Ctrl-C and similar signals. Work that delays the end of the program is abandoned.
@MainActor
final class Interruption {
    private nonisolated static let timeout = 2.0
    private var sources: [any DispatchSourceSignal] = []
    private var waiter: CheckedContinuation<Void, Never>?
    private var isInterrupted = false

    /// Handles the signals from now on.
    init() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { [weak self] in
                let signalled: Int32 = 128
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.timeout) { exit(signalled + number) }
                MainActor.assumeIsolated {
                    self?.isInterrupted = true
                    self?.waiter?.resume()
                    self?.waiter = nil
                }
            }
            source.resume()
            sources.append(source)
        }
    }

    /// Returns when the program is asked to end, at once if it was already.
    func wait() async {
        guard !isInterrupted else { return }
        await withCheckedContinuation { waiter = $0 }
    }
}
