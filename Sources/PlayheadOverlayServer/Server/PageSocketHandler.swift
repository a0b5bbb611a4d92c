import FlyingFox
import Foundation
import PlayheadCore

/// Takes the frames of a page's socket as whole messages, and tells them one after another. The gate has seen to their form and size.
struct PageSocketHandler: WSHandler {
    /// `nil` sends nothing by itself.
    let heartbeat: Heartbeat?
    let deliver: SocketEvent.Delivery

    func makeFrames(for page: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
        let socket = PageSocket()
        let reading = Reading(
            Task { [deliver, heartbeat] in
                await deliver(.opened(socket))
                // The greeting is the first message.
                let beating = heartbeat.map { heartbeat in Task { await heartbeat.run(on: socket) } }
                await Self.read(page, socket, heartbeat?.clock, deliver)
                beating?.cancel()
                socket.finish()
                await deliver(.closed(socket))
            })
        return AsyncStream {
            if let frame = await socket.next() { return frame }
            // Nobody reads any more when the connection is closed.
            await reading.end()
            return nil
        } onCancel: {
            socket.abort()
        }
    }

    /// Reads until the page or the player ends it.
    private static func read(
        _ page: AsyncThrowingStream<WSFrame, any Error>, _ socket: PageSocket, _ clock: (any PlaybackClock)?,
        _ deliver: SocketEvent.Delivery
    ) async {
        var (opcode, message) = (WSFrame.Opcode.text, Data())
        do {
            for try await frame in page {
                if let clock { socket.noteFrame(at: clock.now) }
                switch frame.opcode {
                case .ping: socket.pong(frame.payload)
                case .pong: break
                case .close: return socket.close(code: answer(to: frame.payload))
                default:
                    if frame.opcode != .continuation { (opcode, message) = (frame.opcode, Data()) }
                    message += frame.payload
                    guard frame.fin else { continue }
                    guard opcode == .text else { return socket.close(.noText) }
                    guard let text = String(validating: message, as: UTF8.self) else { return socket.close(.invalidText) }
                    message = Data()
                    await deliver(.text(text, socket))
                }
            }
        } catch {
            // The connection is broken; the gate has closed it.
        }
    }

    /// The code that a page closed with, if it may (RFC 6455 §7.4).
    private static func answer(to payload: Data) -> UInt16 {
        guard let first = payload.first else { return PageSocket.Reason.done.rawValue }
        guard payload.count >= 2 else { return PageSocket.Reason.protocolError.rawValue }
        let code = UInt16(first) << 8 | UInt16(payload[payload.startIndex + 1])
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: return code
        default: return PageSocket.Reason.protocolError.rawValue
        }
    }

    /// The task that reads; it ends with whoever holds it.
    private final class Reading: Sendable {
        private let task: Task<Void, Never>
        init(_ task: Task<Void, Never>) { self.task = task }
        deinit { task.cancel() }

        func end() async {
            task.cancel()
            await task.value
        }
    }
}
