import Foundation
import Synchronization

/// Problems of the program that uses the player, which no event can tell since nothing is told while they last: each is written to standard error, once.
package enum Diagnosis: String, CaseIterable {
    /// The main actor does not run.
    case blockedMainActor
    /// An observer of a notification does not return.
    case blockedNotification

    /// What happened, and what to do.
    var text: String {
        switch self {
        case .blockedMainActor:
            """
            playhead: The main actor has been blocked for several seconds. A Player lives on the main actor: until it runs again no player is made, no command is carried out and no event \
            is delivered. Don't wait on the main thread (semaphores, sleep, synchronous calls): use await, or run its loop (RunLoop.main.run(), dispatchMain(), MainLoop.run()).
            """
        case .blockedNotification:
            """
            playhead: An observer of a notification has not returned for several seconds. On Linux an observer that was added with queue: .main deadlocks where main is async, \
            because NotificationCenter waits for the main queue on the main queue. Add the observer with queue: nil: notifications are posted on the main actor.
            """
        }
    }

    /// What is written already, or is not to be.
    private static let written = Mutex<Set<Diagnosis>>([])

    /// Leaves this one out: a program that writes to a pipe waits for its reader, and knows it.
    package func mute() { Self.written.withLock { _ = $0.insert(self) } }

    /// Writes the text to standard error, the first time.
    func write() {
        guard Self.written.withLock({ $0.insert(self).inserted }) else { return }
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
