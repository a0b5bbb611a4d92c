#if canImport(CSystemd)
    import Foundation
    import Glibc
    import PlayheadCore
    import Synchronization

    /// One player on the session bus: a thread that connects, serves calls, publishes changes, and reconnects when the connection is lost.
    ///
    /// No other thread waits for the bus.
    final class BusService: NowPlayingBus {
        struct Setup: Sendable {
            let names: BusNames
            /// The address of the bus; `nil` for the session bus.
            var address: String?
            let clock: any PlaybackClock
            /// The delays between attempts to reconnect, in seconds: the first and the maximum.
            var pauses = 1.0...30.0
            /// Called on the bus's thread with each command, which ``BusService/done(_:)`` completes.
            let onCommand: @Sendable (UInt64, MPRISCommand) -> Void
            /// Called on the bus's thread when the state of the bus changes.
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

        /// Publishes properties and the position. `jump` is the position for a `Seeked` signal, in seconds; `nil` for no signal.
        func show(_ properties: MPRISProperties, _ position: ShownPosition, jump: Double?) {
            inbox.withLock { inbox in
                inbox.properties = properties
                inbox.position = position
                // Without a bus nobody takes them.
                if let jump { inbox.jumps = inbox.jumps.suffix(BusInbox.maximumJumps - 1) + [jump] }
            }
            wakeUp.wake()
        }

        /// Publishes the position, if nothing else has changed.
        func show(_ position: ShownPosition) { inbox.withLock { $0.position = position } }

        /// Completes a command whose effect has been published.
        func done(_ call: UInt64, onAnswered: (@Sendable () -> Void)?) {
            let isOver = inbox.withLock { inbox in
                if !inbox.isOver { inbox.done.append(FinishedCall(number: call, onAnswered: onAnswered)) }
                return inbox.isOver
            }
            if isOver { onAnswered?() } else { wakeUp.wake() }
        }

        /// Leaves the bus asynchronously.
        func close() {
            inbox.withLock { $0.isClosed = true }
            wakeUp.wake()
        }

        // MARK: On the thread

        /// Removes and returns the pending input; the published properties remain.
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
            var isReported = false
            while !isClosed {
                do throws(BusError) {
                    try BusSession(self).serve(wakeUp) {
                        pause = setup.pauses.lowerBound
                        isReported = false
                        setup.onNews(.registered($0))
                    }
                } catch {
                    // The change is reported once for each loss of the connection.
                    if !isReported { setup.onNews(.unavailable(error.text)) }
                    isReported = true
                    if error.isFinal { return }
                    wait(pause)
                    pause = min(pause * 2, setup.pauses.upperBound)
                }
            }
        }

        /// Completes the pending commands, whose callers are gone.
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
                if poll(&descriptor, 1, Int32(saturating: (end - clock.now) * milliseconds, rounding: .up)) > 0 { wakeUp.drain() }
            }
        }
    }
#endif
