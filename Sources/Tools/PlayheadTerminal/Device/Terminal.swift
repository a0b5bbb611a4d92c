import Foundation
@_exported import PlayheadNumbers
import Synchronization

/// The process's terminal in full-screen mode: raw keys, the alternate screen, no cursor.
///
/// The terminal is restored by ``close()``, when the last reference is released, at `exit`, and by signal handlers when a signal ends the
/// program (SIGINT, SIGTERM, SIGHUP, SIGQUIT, and those of crashes) or stops it (SIGTSTP; SIGCONT activates it again). The app's own
/// handlers for terminating signals are not replaced: such an app calls ``close()`` itself. In raw mode Ctrl-C and Ctrl-Z are keys and not
/// signals; call ``suspend()`` for the latter.
package final class Terminal: Sendable {
    private static let isTaken = Atomic(false)

    private let input: Int32
    private let output: Int32
    private let wakePipe: (read: Int32, write: Int32)
    private let reader: TerminalReader
    private let isOpen = Mutex(true)

    /// The keys and size changes in order; ends with ``close()``. The stream supports a single iteration.
    package let events: AsyncStream<TerminalEvent>
    private let continuation: AsyncStream<TerminalEvent>.Continuation

    /// Activates the terminal.
    /// - Parameters:
    ///   - input: The descriptor for keys: standard input.
    ///   - output: The descriptor for the screen: standard output.
    /// - Throws: ``TerminalError``.
    package init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) throws(TerminalError) {
        guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
        guard !Self.isTaken.exchange(true, ordering: .acquiringAndReleasing) else { throw .alreadyOpen }
        var descriptors: [Int32] = [-1, -1]
        guard pipe(&descriptors) == 0 else {
            Self.isTaken.store(false, ordering: .releasing)
            throw .system(errno)
        }
        for descriptor in descriptors {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        }
        self.input = input
        self.output = output
        wakePipe = (descriptors[0], descriptors[1])
        let (events, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
        self.events = events
        self.continuation = continuation
        reader = TerminalReader(terminal: input, wake: descriptors[0]) { continuation.yield($0) }
        let status = TerminalGuard.activate(descriptor: output, wakeDescriptor: descriptors[1])
        guard status == 0 else {
            Foundation.close(descriptors[0])
            Foundation.close(descriptors[1])
            Self.isTaken.store(false, ordering: .releasing)
            throw .system(status)
        }
        reader.start()
    }

    deinit {
        close()
    }

    /// The size in cells; 80×24 if the terminal does not report it.
    package var size: TerminalSize { Self.size(of: output) ?? TerminalSize(columns: 80, rows: 24) }

    /// The size of a cell in pixels; `nil` if the terminal does not report it.
    package var cellSize: TerminalSize? {
        guard let window = Self.window(of: output), window.ws_xpixel > 0, window.ws_ypixel > 0, window.ws_col > 0, window.ws_row > 0 else {
            return nil
        }
        let cell = TerminalSize(columns: Int(window.ws_xpixel) / Int(window.ws_col), rows: Int(window.ws_ypixel) / Int(window.ws_row))
        return cell.columns > 0 && cell.rows > 0 ? cell : nil
    }

    /// Writes the output of a ``ScreenPainter``. The call blocks while the terminal is slow, and does nothing after ``close()``.
    /// - Returns: Whether everything was written; false if the terminal is gone or accepted nothing for two seconds.
    @discardableResult
    package func write(_ text: String) -> Bool {
        isOpen.withLock { isOpen in
            guard isOpen else { return false }
            var text = text
            return text.withUTF8 { writeAll($0) }
        }
    }

    /// Restores the terminal and stops the program as Ctrl-Z does; returns when the program continues, followed by
    /// ``TerminalEvent/resized(_:)``.
    package func suspend() {
        kill(0, SIGTSTP)
    }

    /// Restores the terminal. No thread or handler remains when it returns. Repeated calls are allowed, but not from the task or thread of
    /// a signal handler.
    package func close() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            isOpen = false
            var byte = TerminalReader.endByte
            _ = Foundation.write(wakePipe.write, &byte, 1)
            reader.waitForEnd()
            TerminalGuard.deactivate()
            Foundation.close(wakePipe.read)
            Foundation.close(wakePipe.write)
            continuation.finish()
            Self.isTaken.store(false, ordering: .releasing)
        }
    }

    private func writeAll(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        let timeout: Int32 = 2000
        var offset = 0
        while offset < bytes.count {
            let written = Foundation.write(output, base + offset, bytes.count - offset)
            if written > 0 {
                offset += written
            } else if written < 0, errno == EAGAIN {
                var entry = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
                guard poll(&entry, 1, timeout) != 0 else { return false }
            } else if written == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }

    static func size(of descriptor: Int32) -> TerminalSize? {
        guard let window = window(of: descriptor), window.ws_col > 0, window.ws_row > 0 else { return nil }
        return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    private static func window(of descriptor: Int32) -> winsize? {
        var window = winsize()
        return ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 ? window : nil
    }
}

/// An event of a terminal.
package enum TerminalEvent: Sendable, Hashable {
    /// A key was pressed.
    case key(Key)
    /// The size changed, or the program continues after a stop: the screen must be redrawn completely.
    case resized(TerminalSize)
    /// The terminal was closed.
    case closed
}

/// An error when activating a terminal.
package enum TerminalError: Error, Sendable, Hashable {
    /// The input or output is not a terminal.
    case notATerminal
    /// Another ``Terminal`` of this process is open; there is one terminal per process.
    case alreadyOpen
    /// A system call failed with this `errno`.
    case system(Int32)
}
