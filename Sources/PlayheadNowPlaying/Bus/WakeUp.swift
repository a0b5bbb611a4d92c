#if canImport(CSystemd)
    import Glibc

    /// Wakes a thread that waits in `poll`.
    final class WakeUp: Sendable {
        /// Readable once somebody woke.
        let descriptor: Int32
        private let end: Int32

        init() {
            var ends: [Int32] = [-1, -1]
            _ = pipe(&ends)
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            (descriptor, end) = (ends[0], ends[1])
        }

        deinit {
            close(descriptor)
            close(end)
        }

        /// Wakes; where the pipe is full somebody did already.
        func wake() {
            var byte: UInt8 = 0
            _ = write(end, &byte, 1)
        }

        /// Takes what woke, so that the next wait waits again.
        func take() {
            var bytes = [UInt8](repeating: 0, count: 256)
            while read(descriptor, &bytes, bytes.count) > 0 {}
        }
    }
#endif
