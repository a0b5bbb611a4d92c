#if canImport(CSystemd)
    import Foundation
    import Glibc
    import PlayheadCore
    import Synchronization

    /// One player on the session bus: a thread of its own that connects, answers and tells, and connects again where the bus went away.
    ///
    /// Nothing of it waits for the bus but that thread.
    final class BusService: NowPlayingBus {
        struct Setup: Sendable {
            let names: BusNames
            /// The bus; `nil` for that of the session.
            var address: String?
            let clock: any PlaybackClock
            /// Seconds between tries to reach a bus that went away: the first, and the longest.
            var pauses = 1.0...30.0
            /// A call, on the bus's thread; ``BusService/done(_:)`` answers it.
            let onCommand: @Sendable (UInt64, MPRISCommand) -> Void
            /// What becomes of it, on the bus's thread.
            let onNews: @Sendable (BusNews) -> Void
        }

        let setup: Setup
        private let inbox = Mutex(BusInbox())
        private let wakeUp = WakeUp()

        init(_ setup: Setup) { self.setup = setup }

        /// Starts the thread, which ends after ``close()``.
        func start() {
            let thread = Thread {
                self.run()
                self.finish()
            }
            thread.name = "playhead.mpris"
            thread.start()
        }

        /// Shows this from now on.
        /// - Parameter jump: The position that clients must be told, in seconds.
        func show(_ properties: MPRISProperties, _ position: ShownPosition, jump: Double?) {
            inbox.withLock { inbox in
                inbox.properties = properties
                inbox.position = position
                if let jump { inbox.jumps.append(jump) }
            }
            wakeUp.wake()
        }

        /// Where the playhead is, where nothing else has changed.
        func show(_ position: ShownPosition) { inbox.withLock { $0.position = position } }

        /// A call was carried out, and what came of it is shown.
        func done(_ call: UInt64, onAnswered: (@Sendable () -> Void)?) {
            let isOver = inbox.withLock { inbox in
                if !inbox.isOver { inbox.done.append(FinishedCall(number: call, onAnswered: onAnswered)) }
                return inbox.isOver
            }
            if isOver { onAnswered?() } else { wakeUp.wake() }
        }

        /// Leaves the bus, soon.
        func close() {
            inbox.withLock { $0.isClosed = true }
            wakeUp.wake()
        }

        // MARK: On the thread

        /// Takes what came in; what is shown stays.
        func takeInbox() -> BusInbox {
            inbox.withLock { inbox in
                let taken = inbox
                inbox.jumps = []
                inbox.done = []
                return taken
            }
        }

        private var isClosed: Bool { inbox.withLock { $0.isClosed } }

        private func run() {
            var pause = setup.pauses.lowerBound
            var isTold = false
            while !isClosed {
                do throws(BusError) {
                    try BusSession(self).serve(wakeUp) {
                        pause = setup.pauses.lowerBound
                        isTold = false
                        setup.onNews(.registered($0))
                    }
                } catch {
                    // Once, until it was there again.
                    if !isTold { setup.onNews(.unavailable(error.text)) }
                    isTold = true
                    if error.isFinal { return }
                    wait(pause)
                    pause = min(pause * 2, setup.pauses.upperBound)
                }
            }
        }

        /// Nobody waits for an answer any more.
        private func finish() {
            let left = inbox.withLock { inbox in
                inbox.isOver = true
                return inbox.done
            }
            for call in left { call.onAnswered?() }
        }

        private func wait(_ seconds: Double) {
            let clock = SystemClock()
            let end = clock.now + seconds
            let milliseconds = 1000.0
            while !isClosed, clock.now < end {
                var descriptor = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
                if poll(&descriptor, 1, Int32(saturating: (end - clock.now) * milliseconds, rounding: .up)) > 0 { wakeUp.take() }
            }
        }
    }
#endif
