#if canImport(CSystemd)
    import Glibc

    /// Wakes a thread that waits in `poll`.
    final class WakeUp: Sendable {
        /// The descriptor that is readable after ``wake()``.
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

        /// Wakes the thread. A full pipe is ignored, because the thread is already woken.
        func wake() {
            var byte: UInt8 = 0
            _ = write(end, &byte, 1)
        }

        /// Empties the pipe, so that the next `poll` waits.
        func drain() {
            var bytes = [UInt8](repeating: 0, count: 256)
            while read(descriptor, &bytes, bytes.count) > 0 {}
        }
    }
#endif
