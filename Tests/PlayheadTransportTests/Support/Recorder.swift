import Synchronization

/// Collects values of other threads.
final class Recorder<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])

    func append(_ element: Element) { state.withLock { $0.append(element) } }

    var all: [Element] { state.withLock { $0 } }

    /// Waits for a number of values.
    func wait(for count: Int) async throws {
        while all.count < count {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
