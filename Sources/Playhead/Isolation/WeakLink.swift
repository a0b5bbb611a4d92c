import Synchronization

/// A weak reference that is connected once its target is complete; from any thread.
final class WeakLink<Target: AnyObject & Sendable>: Sendable {
    private struct Reference {
        weak var target: Target?
    }

    private let reference = Mutex(Reference())

    /// The target, until it goes.
    var target: Target? { reference.withLock { $0.target } }

    func connect(_ target: Target) { reference.withLock { $0.target = target } }
}
