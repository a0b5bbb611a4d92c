import Foundation
import NIOCore
import NIOPosix
import PlayheadNumbers
import Synchronization

/// The event loops of all HTTP clients of the process.
///
/// Creating them ends the process if there are too few file descriptors; therefore this checks first.
enum EventLoops {
    /// Descriptors of one loop: its poll, its event and its timer.
    private static let descriptorsPerLoop = 3
    /// Descriptors for connections, files and name lookup beside them.
    private static let spareDescriptors = 8
    private static let isAvailable = Mutex(false)

    /// The group, or `nil` while there are too few file descriptors for it. A later call tries again.
    static var group: MultiThreadedEventLoopGroup? {
        isAvailable.withLock { isAvailable in
            if !isAvailable { isAvailable = FileDescriptors.canOpen(descriptorCount) }
            return isAvailable ? .singleton : nil
        }
    }

    /// How many descriptors the loops and a few connections take.
    static var descriptorCount: Int {
        NIOSingletons.groupLoopCountSuggestion.saturatingMultiplied(by: descriptorsPerLoop).saturatingAdding(spareDescriptors)
    }
}
