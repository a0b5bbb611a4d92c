import Foundation

/// The thread that reads a terminal's keys and size changes.
///
/// `@unchecked Sendable`: the variables are used by the thread only; the descriptors are constants.
final class TerminalReader: @unchecked Sendable {
    /// The byte on the wake pipe that ends the thread; any other byte signals a change.
    static let endByte: UInt8 = 0
    /// The timeout for the rest of a sequence after Escape, in milliseconds.
    private static let escapeDelay: Int32 = 30

    private let terminal: Int32
    private let wake: Int32
    private let emit: @Sendable (TerminalEvent) -> Void
    private let ended = DispatchSemaphore(value: 0)
    private var parser = KeyParser()

    init(terminal: Int32, wake: Int32, emit: @escaping @Sendable (TerminalEvent) -> Void) {
        self.terminal = terminal
        self.wake = wake
        self.emit = emit
    }

    func start() {
        Thread.detachNewThread { [self] in
            TerminalGuard.unblockSignals()
            run()
            ended.signal()
        }
    }

    /// Waits until the thread has read the end byte and has ended.
    func waitForEnd() {
        ended.wait()
    }

    private func run() {
        var isTerminalThere = true
        while true {
            var entries = [
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isTerminalThere ? terminal : -1, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&entries, 2, parser.isPending ? Self.escapeDelay : -1)
            if count < 0, errno != EINTR { return }
            guard count >= 0 else { continue }
            if count == 0 { parser.flush().forEach { emit(.key($0)) } }
            if entries[0].revents != 0, !handleWake() { return }
            if entries[1].revents != 0, !handleInput() {
                isTerminalThere = false
                emit(.closed)
            }
        }
    }

    private func handleWake() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(wake, &bytes, bytes.count)
        guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
        if bytes.prefix(count).contains(Self.endByte) { return false }
        if let size = Terminal.size(of: terminal) { emit(.resized(size)) }
        return true
    }

    private func handleInput() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(terminal, &bytes, bytes.count)
        guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
        parser.feed(bytes.prefix(count)).forEach { emit(.key($0)) }
        return true
    }
}
