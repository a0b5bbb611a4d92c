import Dispatch
import Foundation

/// Reads lines of standard input on a thread and delivers all that have arrived together, so that a burst of commands is performed as one.
///
/// It reads on only after what was read has been handled, and keeps no more than one line: a writer that is too fast waits at its pipe.
package final class LineReader: Sendable {
    /// A line of the input.
    package enum Line: Sendable, Equatable {
        /// A line that is not empty, without its end.
        case text(String)
        /// A line that is longer than the maximum, which was left out.
        case overlong
    }

    /// The maximum length of a line, in bytes.
    package static let maximumLength = 1 << 16

    /// Starts reading.
    /// - Parameters:
    ///   - descriptor: What is read.
    ///   - lines: Gets all complete lines of one read, on the main actor.
    ///   - end: Called once, when there will be no more.
    package init(
        descriptor: Int32 = STDIN_FILENO, lines: @escaping @MainActor @Sendable ([Line]) async -> Void,
        end: @escaping @MainActor @Sendable () -> Void = {}
    ) {
        let thread = Thread {
            let pieceLength = 1 << 14
            var splitter = LineSplitter(maximumLength: Self.maximumLength)
            var buffer = [UInt8](repeating: 0, count: pieceLength)
            let handled = DispatchSemaphore(value: 0)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                // bounded: read() returns at most the size of the buffer
                let complete = splitter.split(buffer[..<count])
                guard !complete.isEmpty else { continue }
                Task { @MainActor in
                    await lines(complete)
                    handled.signal()
                }
                handled.wait()
            }
            let rest = splitter.finish()
            Task { @MainActor in
                if let rest { await lines([rest]) }
                end()
            }
        }
        thread.name = "playhead.lines"
        thread.start()
    }
}
