import Synchronization

/// Collects values of other threads.
final class Recorder<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])

    func append(_ element: Element) { state.withLock { $0.append(element) } }

    var all: [Element] { state.withLock { $0 } }
}
