/// A weak reference that can be set once after a closure captured it.
final class WeakBox<Object: AnyObject & Sendable>: Sendable {
    private struct Reference: Sendable {
        weak var object: Object?
    }

    private let reference = Locked(Reference())

    var value: Object? { reference.withLock { $0.object } }

    func set(_ object: Object) { reference.withLock { $0.object = object } }
}
