import Synchronization

/// A weak reference that is set when its target is initialized. Thread-safe.
package final class WeakLink<Target: AnyObject & Sendable>: Sendable {
    private struct Reference {
        weak var target: Target?
    }

    private let reference = Mutex(Reference())

    /// Creates a reference without a target.
    package init() {}

    /// The target, or `nil` before the connection and after deallocation.
    package var target: Target? { reference.withLock { $0.target } }

    /// Sets the target.
    package func connect(_ target: Target) { reference.withLock { $0.target = target } }
}
