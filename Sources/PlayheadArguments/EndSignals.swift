import Dispatch
import Foundation

/// Handles the signals that ask a program to end: SIGINT, SIGTERM and SIGHUP.
package final class EndSignals {
    private let sources: [any DispatchSourceSignal]

    /// Handles the signals from now on; until the return they end the program as they do by default, so that none is lost.
    /// - Parameters:
    ///   - timeout: The time in seconds after which the program is ended by force, with the status of the signal.
    ///   - end: Ends the program in order. Called on a queue of its own, because the main queue may block in a write to standard output that
    ///     is no longer read.
    package init(timeout: Double, _ end: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "playhead.signals")
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { @Sendable in
                end()
                let signalled: Int32 = 128
                queue.asyncAfter(deadline: .now() + timeout) { exit(signalled + number) }
            }
            // The handler of the signal is installed asynchronously.
            let isInstalled = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { @Sendable in isInstalled.signal() }
            source.activate()
            isInstalled.wait()
            return source
        }
    }
}
