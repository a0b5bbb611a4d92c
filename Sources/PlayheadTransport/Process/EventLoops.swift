import Foundation
import NIOCore
import NIOPosix
import PlayheadNumbers
import Synchronization

/// The event loops of all HTTP clients of the process.
///
/// Creating them with too few file descriptors ends the process, so the number is checked before.
enum EventLoops {
    /// The number of descriptors of a loop: poll, event and timer.
    private static let descriptorsPerLoop = 3
    /// The number of descriptors for connections, files and name lookup.
    private static let spareDescriptors = 8
    private static let isAvailable = Mutex(false)

    /// The loop for a client; `nil` while there are too few file descriptors for the loops. A later call tries again.
    ///
    /// A client uses one loop for its connections and its delegates, so that no arrival of bytes wakes a second thread.
    static func next() -> (any EventLoop)? {
        isAvailable.withLock { isAvailable in
            if !isAvailable { isAvailable = FileDescriptors.canOpen(descriptorCount) }
            return isAvailable ? MultiThreadedEventLoopGroup.singleton.next() : nil
        }
    }

    /// The number of descriptors that the loops and a few connections need.
    static var descriptorCount: Int {
        NIOSingletons.groupLoopCountSuggestion.saturatingMultiplied(by: descriptorsPerLoop).saturatingAdding(spareDescriptors)
    }
}
