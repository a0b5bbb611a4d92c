import Foundation
import Synchronization

/// Problems of the host program that prevent the delivery of events; each problem is written to standard error once.
package enum Diagnosis: String, CaseIterable {
    /// The main actor is blocked.
    case blockedMainActor
    /// An observer of a notification is blocked.
    case blockedNotification

    /// The problem, and the solution.
    var text: String {
        switch self {
        case .blockedMainActor:
            """
            playhead: The main actor has been blocked for several seconds. A Player lives on the main actor: until it runs again no player is created, no command is performed and no event \
            is delivered. Don't wait on the main thread (semaphores, sleep, synchronous calls): use await, or run its loop (RunLoop.main.run(), dispatchMain(), MainLoop.run()).
            """
        case .blockedNotification:
            """
            playhead: An observer of a notification has not returned for several seconds. On Linux an observer that was added with queue: .main deadlocks where main is async, \
            because NotificationCenter waits for the main queue on the main queue. Add the observer with queue: nil: notifications are posted on the main actor.
            """
        }
    }

    /// The diagnoses that were written or muted.
    private static let written = Mutex<Set<Diagnosis>>([])

    /// Mutes this diagnosis, for a program that knowingly waits for the reader of a pipe.
    package func mute() { Self.written.withLock { _ = $0.insert(self) } }

    /// Writes the text to standard error, once.
    func write() {
        guard Self.written.withLock({ $0.insert(self).inserted }) else { return }
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
