import Foundation
import NIOCore

/// The file descriptors of NIO's event loops, whose creation ends the process if there are too few.
enum EventLoopDescriptors {
    /// The descriptors of one loop: its poll, its event and its timer.
    private static let perLoop = 3
    /// The descriptors for a port and its connections.
    private static let spare = 4

    /// - Throws: ``ListeningAddresses/Failure`` if there are too few descriptors.
    static func check() throws {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<NIOSingletons.groupLoopCountSuggestion.saturatingMultiplied(by: perLoop).saturatingAdding(spare) {
            let descriptor = Foundation.open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw ListeningAddresses.Failure(description: String(cString: strerror(errno))) }
            opened.append(descriptor)
        }
    }
}
