import Foundation

/// Reads lines of standard input on a thread and hands them on together as they come, so that a burst of commands is carried out as one.
final class ControlReader: Sendable {
    /// Starts reading.
    /// - Parameters:
    ///   - lines: Gets all complete lines of one read, on the main actor.
    ///   - end: Called once, when there will be no more.
    init(
        descriptor: Int32 = STDIN_FILENO, lines: @escaping @MainActor @Sendable ([String]) -> Void,
        end: @escaping @MainActor @Sendable () -> Void
    ) {
        let thread = Thread {
            var pending: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let longest = 1 << 20
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                // bounded: read() returns at most the size of the buffer
                pending.append(contentsOf: buffer[..<count])
                guard let last = pending.lastIndex(of: UInt8(ascii: "\n")) else {
                    if pending.count > longest { pending.removeAll() }
                    continue
                }
                let complete = String(decoding: pending[..<last], as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: true)
                    .map(String.init)
                pending.removeFirst(last + 1)
                Task { @MainActor in lines(complete) }
            }
            let rest = String(decoding: pending, as: UTF8.self)
            Task { @MainActor in
                if !rest.isEmpty { lines([rest]) }
                end()
            }
        }
        thread.name = "playhead.control"
        thread.start()
    }
}
