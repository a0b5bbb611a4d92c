import CCurl
import Foundation
import NIOCore
import Synchronization

/// A thread that performs the HTTP transfers of many loaders. All of libcurl's handles of a loader are used on one loop.
final class TransferLoop: Sendable {
    /// Work for the loop, which gets the state of its thread.
    typealias Work = @Sendable (LoopCore) -> Void

    private let pending = Mutex<[Work]>([])
    private let poll: CInt
    private let wakeup: CInt

    /// Starts a thread; `nil` if there are too few file descriptors.
    init?() {
        poll = playhead_poll_open()
        wakeup = playhead_wakeup_open()
        guard poll >= 0, wakeup >= 0, playhead_poll_set(poll, wakeup, 0, 1, 0) == 0 else {
            for file in [poll, wakeup] where file >= 0 { close(file) }
            return nil
        }
        let thread = Thread { [self] in run() }
        thread.name = "transfers"
        thread.start()
    }

    /// Performs work on the loop, soon and in order. Called on any thread.
    func execute(_ work: @escaping Work) {
        let isFirst = pending.withLock { pending in
            pending.append(work)
            return pending.count == 1
        }
        guard isFirst else { return }
        var one: UInt64 = 1
        _ = write(wakeup, &one, MemoryLayout.size(ofValue: one))
    }

    private func run() {
        // A write to a closed connection is an error of the transfer.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let core = LoopCore(poll: poll, wakeup: wakeup)
        while true {
            core.wait()
            let work = pending.withLock { pending in
                defer { pending = [] }
                return pending
            }
            for work in work { work(core) }
            core.handleDeadlines()
        }
    }
}
