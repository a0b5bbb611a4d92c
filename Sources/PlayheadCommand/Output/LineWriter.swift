import Foundation
import PlayheadCore

/// Writes whole lines to a descriptor at once, and notices when nobody reads any more.
final class LineWriter {
    private let descriptor: Int32
    /// Whether the reader is gone.
    private(set) var isBroken = false

    init(descriptor: Int32 = STDOUT_FILENO) { self.descriptor = descriptor }

    /// Writes a line, with secrets in URLs blanked.
    func write(_ line: String) {
        guard !isBroken else { return }
        let bytes = Array((Secrets.blanked(line) + "\n").utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written) }
            if count > 0 {
                written += count
            } else if errno == EAGAIN {
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = Glibc.poll(&poll, 1, -1)
            } else if errno != EINTR {
                isBroken = true
                return
            }
        }
    }
}
