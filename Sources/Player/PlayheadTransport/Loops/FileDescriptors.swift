import Foundation
import NIOCore
import Synchronization

/// The limit of open file descriptors of the process.
package enum FileDescriptors {
    /// The number of descriptors for playback besides the loops of transfers: sockets, files, pipes, devices.
    private static let playbackCount = 48
    /// The maximum limit that is set, because a higher one slows down programs that close all descriptors.
    private static let usefulLimit: rlim_t = 65_536

    /// Raises the soft limit of the process as far as the hard limit allows, and checks that it is sufficient for playback.
    ///
    /// A program calls this method at its start.
    /// - Returns: A message for the user if there are too few descriptors, otherwise `nil`.
    package static func prepare() -> String? {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return nil }
        let wanted = min(limit.rlim_max, usefulLimit)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = wanted
            _ = setrlimit(resource, &limit)
            _ = getrlimit(resource, &limit)
        }
        let needed = TransferLoops.descriptorCount + playbackCount
        guard canOpen(needed) else {
            return "At most \(limit.rlim_cur) files may be open at a time; \(needed) more are needed. Raise the limit with 'ulimit -n'."
        }
        return nil
    }

    /// Descriptors for a connection that is about to be opened; they count as used until they are released or dropped.
    package final class Reservation: Sendable {
        private let isHeld = Atomic(true)
        private let count: Int

        fileprivate init(_ count: Int) {
            self.count = count
            reserved.add(count, ordering: .relaxed)
        }

        /// Notes that the connection is open, or will not be opened. Further calls have no effect.
        package func release() {
            if isHeld.exchange(false, ordering: .relaxed) { reserved.subtract(count, ordering: .relaxed) }
        }

        deinit { release() }
    }

    /// Reserves descriptors for a connection, if they leave enough for everything else in the process: a quarter of the limit, at most 4096.
    ///
    /// Connections are refused before the last descriptor, because libraries need some at any time: libdispatch, which reads the state of
    /// threads, ends the process without one.
    /// - Returns: `nil` if too few would remain, which ``refusals`` counts.
    package static func reserve(_ count: Int = 1) -> Reservation? {
        let reservation = Reservation(count)
        guard !hasReserve else { return reservation }
        refused.add(1, ordering: .relaxed)
        return nil
    }

    /// Whether the open connections and the reserved ones leave enough descriptors.
    package static var hasReserve: Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return true }
        // The system gives the lowest number that is free.
        let next = open("/dev/null", O_RDONLY | O_CLOEXEC)
        if next >= 0 { close(next) }
        let count = Int(clamping: limit.rlim_cur)
        let maximumReserve = 4096
        // bounded: the count of objects
        return next >= 0 && Int(next) + reserved.load(ordering: .relaxed) <= count - min(count / 4, maximumReserve)
    }

    /// The number of connections for which ``reserve()`` returned `nil`.
    package static var refusals: Int { refused.load(ordering: .relaxed) }

    private static let refused = Atomic(0)
    private static let reserved = Atomic(0)

    /// Whether `count` further descriptors can be opened now.
    static func canOpen(_ count: Int) -> Bool {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < count {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return false }
            opened.append(descriptor)
        }
        return true
    }
}
