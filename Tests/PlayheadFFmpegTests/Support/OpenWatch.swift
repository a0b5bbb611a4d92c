#if os(Linux)
    import Foundation
    import Glibc

    /// Detects whether any process opened a file, with `inotify`.
    final class OpenWatch {
        private let descriptor: CInt

        init(_ file: URL) throws {
            descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            guard inotify_add_watch(descriptor, file.path, UInt32(IN_OPEN)) >= 0 else {
                close(descriptor)
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        }

        deinit { close(descriptor) }

        /// Returns whether the file was opened since the last call.
        func wasOpened() -> Bool {
            var events = [UInt8](repeating: 0, count: 4096)
            return read(descriptor, &events, events.count) > 0
        }
    }
#endif
