import Foundation
import Synchronization

/// Handles the signals that ask a program to end: SIGINT, SIGTERM and SIGHUP.
package final class EndSignals: Sendable {
    /// The end of a pipe into which the handler writes the number of a signal.
    private static let entrance = Atomic<Int32>(-1)

    /// Handles the signals from now on; until the return they end the program as they do by default, so that none is lost.
    ///
    /// A thread of its own waits for them from the start, because a process without memory or threads to spare can start none when a signal
    /// arrives, and because the main queue may block in a write to standard output that is no longer read.
    /// - Parameters:
    ///   - timeout: The time in seconds after which the program is ended by force, with the status of the signal.
    ///   - end: Ends the program in order. Called on that thread.
    package init(timeout: Double, _ end: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        // The handler must not wait.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        let exit = ends[0]
        let thread = Thread {
            Self.unblock()
            var number: UInt8 = 0
            while true {
                let count = read(exit, &number, 1)
                if count == 1 { break }
                guard count < 0, errno == EINTR else { return }
            }
            end()
            Thread.sleep(forTimeInterval: timeout)
            Self.exitByForce(Int32(number))
        }
        thread.stackSize = Self.stackSize
        thread.start()
        Self.entrance.store(ends[1], ordering: .sequentiallyConsistent)
        for number in Self.numbers {
            signal(number) { number in
                let before = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(EndSignals.entrance.load(ordering: .sequentiallyConsistent), &byte, 1)
                errno = before
            }
        }
    }

    private static let stackSize = 512 << 10
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    /// Lets the current thread receive the signals: a program that a thread of libdispatch starts inherits its mask, which blocks them.
    private static func unblock() {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Ends the process with the status of a signal.
    private static func exitByForce(_ number: Int32) {
        let signalled: Int32 = 128
        // What is done at the end of the process, such as the reset of the terminal, may wait for a lock.
        let allowance: UInt32 = 1
        status.store(signalled + number, ordering: .sequentiallyConsistent)
        signal(SIGALRM) { _ in _exit(EndSignals.status.load(ordering: .sequentiallyConsistent)) }
        alarm(allowance)
        Foundation.exit(signalled + number)
    }

    private static let status = Atomic<Int32>(1)
}
