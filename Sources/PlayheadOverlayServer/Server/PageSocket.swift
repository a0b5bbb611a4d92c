import FlyingFox
import Foundation
import Synchronization

/// What happens on a page's socket.
enum SocketEvent: Sendable {
    /// Who is told, and is waited for: so a page that sends faster than it is heard has to wait.
    typealias Delivery = @MainActor @Sendable (SocketEvent) -> Void

    case opened(PageSocket)
    case text(String, PageSocket)
    case closed(PageSocket)
}

/// What is sent on a page's connection, in order. From any thread.
final class PageSocket: Sendable {
    /// Why the server ends a connection (RFC 6455 §7.4).
    enum Reason: UInt16 {
        case done = 1000
        case protocolError = 1002
        case noText = 1003
        case invalidText = 1007
        /// Another page took its place.
        case replaced = 4001
        /// The overlay is disabled, or over.
        case refused = 4003
    }

    /// So much may wait to be written before a page is taken for dead, in bytes.
    private static let patience = 8 * 1_048_576

    private struct State {
        var frames: [WSFrame] = []
        var taken = 0
        var bytes = 0
        /// Nothing is sent any more.
        var isEnded = false
        var waiting: CheckedContinuation<WSFrame?, Never>?
        /// When the page sent something last, in seconds of the heartbeat's clock.
        var lastFrame = 0.0

        mutating func removeFirst() -> WSFrame? {
            guard taken < frames.count else { return nil }
            let frame = frames[taken]
            taken += 1
            bytes -= frame.payload.count
            if taken == frames.count { (frames, taken) = ([], 0) }
            return frame
        }
    }

    private let state = Mutex(State())

    /// Sends a text. A page that doesn't read what it is sent is closed.
    func send(_ text: String) { put(WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(text.utf8)), isLast: false) }

    /// Asks whether the page is there.
    func ping() { put(WSFrame(fin: true, opcode: .ping, mask: nil, payload: Data()), isLast: false) }

    /// When the page sent something last, in seconds of the heartbeat's clock.
    var lastFrame: Double { state.withLock { $0.lastFrame } }

    /// The page sent something.
    func noteFrame(at time: Double) { state.withLock { $0.lastFrame = time } }

    /// Answers a ping.
    func pong(_ payload: Data) { put(WSFrame(fin: true, opcode: .pong, mask: nil, payload: payload), isLast: false) }

    /// Ends the connection after what was sent.
    func close(_ reason: Reason) { close(code: reason.rawValue) }

    /// Ends the connection after what was sent.
    func close(code: UInt16) {
        put(WSFrame(fin: true, opcode: .close, mask: nil, payload: Data([UInt8(code >> 8), UInt8(code & 0xFF)])), isLast: true)
    }

    /// Ends the connection after what was sent, without a word.
    func finish() { end(forgetting: false) }

    /// Ends the connection, and forgets what was not yet written.
    func abort() { end(forgetting: true) }

    private func end(forgetting: Bool) {
        let waiting = state.withLock { state in
            let waiting = state.waiting
            state.waiting = nil
            state.isEnded = true
            if forgetting { (state.frames, state.taken, state.bytes) = ([], 0, 0) }
            return waiting
        }
        waiting?.resume(returning: nil)
    }

    private func put(_ frame: WSFrame, isLast: Bool) {
        let (waiting, isTooMuch) = state.withLock { state -> (CheckedContinuation<WSFrame?, Never>?, Bool) in
            guard !state.isEnded else { return (nil, false) }
            state.isEnded = isLast
            if let waiting = state.waiting {
                state.waiting = nil
                return (waiting, false)
            }
            state.frames.append(frame)
            state.bytes += frame.payload.count
            return (nil, state.bytes > Self.patience)
        }
        waiting?.resume(returning: frame)
        if isTooMuch { abort() }
    }

    /// The next frame to be written; `nil` when the connection has ended. One waits at a time.
    func next() async -> WSFrame? {
        await withCheckedContinuation { continuation in
            let frame = state.withLock { state -> WSFrame?? in
                if let frame = state.removeFirst() { return frame }
                if state.isEnded { return .some(nil) }
                state.waiting = continuation
                return nil
            }
            if let frame { continuation.resume(returning: frame) }
        }
    }
}
