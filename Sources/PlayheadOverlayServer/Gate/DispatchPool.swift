import Dispatch
import FlyingSocks
import Foundation
import Synchronization

/// Waits for sockets by Dispatch's sources, for the gate and the server behind it. From any thread.
///
/// FlyingSocks's own pool (0.27) forgets to ask the system for a descriptor that was closed while it was waited for, and whose number came back. Here
/// every wait has a descriptor of its own, which nobody else closes, and nothing is kept in between.
struct DispatchPool: AsyncSocketPool {
    func prepare() async throws {}

    /// There is nothing to run: returns, by an error, when the task is cancelled.
    func run() async throws {
        while true { try await Task.sleep(for: .seconds(3600)) }
    }

    /// - Throws: `SocketError` if there are no descriptors left; `CancellationError`.
    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        let descriptor = fcntl(socket.file.rawValue, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw SocketError.makeFailed("Duplicate") }
        let wait = Wait(descriptor, isForReading: events.contains(.read))
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait.start($0) }
        } onCancel: {
            wait.end()
        }
        try Task.checkCancellation()
    }

    /// One wait, over when the socket is ready or nobody waits any more.
    ///
    /// `@unchecked Sendable`: sources may be used from any thread, which not every platform's Dispatch says.
    private final class Wait: @unchecked Sendable {
        private static let queue = DispatchQueue(label: "playhead.overlay.sockets")

        private let source: any DispatchSourceProtocol
        private let descriptor: Int32
        private let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)

        init(_ descriptor: Int32, isForReading: Bool) {
            self.descriptor = descriptor
            source =
                isForReading
                ? DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
                : DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: Self.queue)
        }

        func start(_ continuation: CheckedContinuation<Void, Never>) {
            waiting.withLock { $0 = continuation }
            source.setEventHandler { self.end() }
            // Called once, after which the source lets go of its handlers.
            source.setCancelHandler { [descriptor] in
                close(descriptor)
                self.resume()
            }
            source.activate()
        }

        /// Ends it, without waiting until the source has let go of the descriptor.
        func end() {
            source.cancel()
            resume()
        }

        private func resume() {
            let continuation = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            continuation?.resume()
        }
    }
}
