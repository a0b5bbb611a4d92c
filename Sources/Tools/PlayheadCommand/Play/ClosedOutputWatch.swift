import Foundation

/// Detects that standard output is closed, also while nothing is written.
final class ClosedOutputWatch: Sendable {
    private let wake: (read: Int32, write: Int32)

    /// Starts watching `descriptor`; `nil` if no pipe can be created. `closed` is called on the main actor, at most once.
    init?(descriptor: Int32 = STDOUT_FILENO, closed: @escaping @MainActor @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        wake = (ends[0], ends[1])
        let wakeEnd = ends[0]
        let thread = Thread {
            // No events are requested, because errors and hang-ups are always reported.
            var entries = [pollfd(fd: descriptor, events: 0, revents: 0), pollfd(fd: wakeEnd, events: Int16(POLLIN), revents: 0)]
            while poll(&entries, 2, -1) < 0, errno == EINTR {}
            if entries[0].revents != 0 { Task { @MainActor in closed() } }
            close(wakeEnd)
        }
        thread.name = "playhead.output"
        thread.start()
    }

    /// Stops watching. Call it once.
    func cancel() { close(wake.write) }
}
