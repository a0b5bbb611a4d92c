import CCurl
import Foundation
import PlayheadNumbers
import Synchronization

/// The loops of all HTTP loaders of the process.
enum TransferLoops {
    /// The number of descriptors of a loop: poll and wakeup.
    private static let descriptorsPerLoop = 2
    /// The number of descriptors for connections, files and name lookup.
    private static let spareDescriptors = 8
    private static let maximumLoops = 4

    private struct State {
        var loops: [TransferLoop] = []
        var last = 0
    }

    private static let state = Mutex(State())
    private static let count = max(1, min(maximumLoops, ProcessInfo.processInfo.activeProcessorCount / 2))
    private static let isReady = playhead_curl_begin() != 0

    /// The loop for a loader; `nil` while there are too few file descriptors. A later call tries again.
    static func next() -> TransferLoop? {
        guard isReady else { return nil }
        return state.withLock { state in
            if state.loops.isEmpty {
                guard FileDescriptors.canOpen(descriptorCount) else { return nil }
                state.loops = (0..<count).compactMap { _ in TransferLoop() }
            }
            guard !state.loops.isEmpty else { return nil }
            state.last = (state.last + 1) % state.loops.count
            return state.loops[state.last]
        }
    }

    /// The number of descriptors that the loops and a few connections need.
    static var descriptorCount: Int { count.saturatingMultiplied(by: descriptorsPerLoop).saturatingAdding(spareDescriptors) }
}
