import Foundation

/// The thread that reads a terminal's keys and hears of its changes.
///
/// `@unchecked Sendable`: all variables are used by the thread only; the descriptors are constants.
final class TerminalReader: @unchecked Sendable {
    /// The byte on the wake pipe that ends the thread; any other tells of a change.
    static let endByte: UInt8 = 0
    /// How long an Escape waits for the rest of a sequence, in milliseconds.
    private static let escapeDelay: Int32 = 30

    private let terminal: Int32
    private let wake: Int32
    private let tell: @Sendable (TerminalEvent) -> Void
    private let ended = DispatchSemaphore(value: 0)
    private var parser = KeyParser()

    init(terminal: Int32, wake: Int32, tell: @escaping @Sendable (TerminalEvent) -> Void) {
        self.terminal = terminal
        self.wake = wake
        self.tell = tell
    }

    func start() {
        Thread.detachNewThread { [self] in
            TerminalGuard.unblockSignals()
            run()
            ended.signal()
        }
    }

    /// Waits until the thread has read the end byte and is done.
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
            if count == 0 { parser.flush().forEach { tell(.key($0)) } }
            if entries[0].revents != 0, !handleWake() { return }
            if entries[1].revents != 0, !handleInput() {
                isTerminalThere = false
                tell(.closed)
            }
        }
    }

    private func handleWake() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(wake, &bytes, bytes.count)
        guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
        if bytes.prefix(count).contains(Self.endByte) { return false }
        if let size = Terminal.size(of: terminal) { tell(.resized(size)) }
        return true
    }

    private func handleInput() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(terminal, &bytes, bytes.count)
        guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
        parser.feed(bytes.prefix(count)).forEach { tell(.key($0)) }
        return true
    }
}
