import Synchronization

/// A weak reference that is set when its target is initialized. Thread-safe.
final class WeakLink<Target: AnyObject & Sendable>: Sendable {
    private struct Reference {
        weak var target: Target?
    }

    private let reference = Mutex(Reference())

    /// The target, or `nil` before the connection and after deallocation.
    var target: Target? { reference.withLock { $0.target } }

    func connect(_ target: Target) { reference.withLock { $0.target = target } }
}
