import Dispatch
import FlyingSocks
import Foundation

/// Waits for sockets by Dispatch's sources, for the gate and the server behind it. From any thread.
///
/// FlyingSocks's own pool (0.27) forgets to ask the system for a descriptor that was closed while it was waited for, and whose number came back. Here
/// every wait has a descriptor of its own, which nobody else closes, and nothing is kept in between.
struct DispatchPool: AsyncSocketPool {
    private static let queue = DispatchQueue(label: "playhead.overlay.sockets")

    func prepare() async throws {}

    /// There is nothing to run: returns, by an error, when the task is cancelled.
    func run() async throws {
        while true { try await Task.sleep(for: .seconds(3600)) }
    }

    /// - Throws: `SocketError` if there are no descriptors left; `CancellationError`.
    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        let descriptor = fcntl(socket.file.rawValue, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw SocketError.makeFailed("Duplicate") }
        let wait = Wait(descriptor, isForReading: events.contains(.read), Self.queue)
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait.start($0) }
        } onCancel: {
            wait.cancel()
        }
        try Task.checkCancellation()
    }

    /// One wait, over when its source is.
    private struct Wait: @unchecked Sendable {
        /// Sources may be used from any thread; not every platform's Dispatch says so.
        private let source: any DispatchSourceProtocol
        private let descriptor: Int32

        init(_ descriptor: Int32, isForReading: Bool, _ queue: DispatchQueue) {
            self.descriptor = descriptor
            source =
                isForReading
                ? DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
                : DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
        }

        func start(_ continuation: CheckedContinuation<Void, Never>) {
            source.setEventHandler { [source] in source.cancel() }
            source.setCancelHandler { [descriptor] in
                close(descriptor)
                continuation.resume()
            }
            source.activate()
        }

        func cancel() { source.cancel() }
    }
}
