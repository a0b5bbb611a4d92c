import Dispatch
import Foundation

/// Waits for Ctrl-C and its like.
@MainActor
final class Interruption {
    private var sources: [any DispatchSourceSignal] = []
    private var waiter: CheckedContinuation<Void, Never>?

    /// Returns when the program is asked to end.
    func wait() async {
        await withCheckedContinuation { continuation in
            waiter = continuation
            for number in [SIGINT, SIGTERM, SIGHUP] {
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
                source.setEventHandler { [weak self] in
                    MainActor.assumeIsolated {
                        self?.waiter?.resume()
                        self?.waiter = nil
                    }
                }
                source.resume()
                sources.append(source)
            }
        }
    }
}
