import Foundation
import Synchronization

/// Collects the output of a program by line, and lets tests wait for it.
final class LineCollector: Sendable {
    private struct Waiter {
        let condition: @Sendable ([String]) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var lines: [String] = []
        var pending: [UInt8] = []
        var isOver = false
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())

    /// Reads a descriptor on a thread until its end, or to the first line that matches `close`, and closes the descriptor.
    init(descriptor: Int32, closingAt close: (@Sendable (String) -> Bool)? = nil) {
        let thread = Thread {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                let new = self.append(buffer[..<count])
                if let close, new.contains(where: close) { break }
            }
            Foundation.close(descriptor)
            self.finish()
        }
        thread.start()
    }

    /// The lines so far; the last one may be incomplete.
    var lines: [String] { state.withLock { $0.lines + ($0.pending.isEmpty ? [] : [String(decoding: $0.pending, as: UTF8.self)]) } }

    var text: String { lines.joined(separator: "\n") }

    /// Waits until the lines fulfil a condition.
    /// - Returns: Whether the condition was fulfilled before the end.
    @discardableResult
    func wait(until condition: @escaping @Sendable ([String]) -> Bool) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if condition(Self.all(state)) { return true }
                    if state.isOver { return false }
                    state.waiters.append(Waiter(condition: condition, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            // The test has timed out.
            finish()
        }
    }

    /// Waits for the end of the output.
    func end() async { await wait { _ in false } }

    private func append(_ bytes: ArraySlice<UInt8>) -> [String] {
        var new: [String] = []
        let fulfilled = state.withLock { state -> [Waiter] in
            state.pending.append(contentsOf: bytes)
            while let end = state.pending.firstIndex(of: UInt8(ascii: "\n")) {
                new.append(String(decoding: state.pending[..<end], as: UTF8.self))
                state.pending.removeFirst(end + 1)
            }
            state.lines += new
            let all = Self.all(state)
            let fulfilled = state.waiters.filter { $0.condition(all) }
            state.waiters.removeAll { $0.condition(all) }
            return fulfilled
        }
        for waiter in fulfilled { waiter.continuation.resume(returning: true) }
        return new
    }

    private func finish() {
        let waiters = state.withLock { state in
            state.isOver = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: false) }
    }

    private static func all(_ state: State) -> [String] {
        state.lines + (state.pending.isEmpty ? [] : [String(decoding: state.pending, as: UTF8.self)])
    }
}
