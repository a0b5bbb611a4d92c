/// The observers of one object's properties, in the order of their registration.
@MainActor
final class KeyValueObservers<Object: AnyObject> {
    private struct Observer {
        let id: Int
        let keyPath: PartialKeyPath<Object>
        let options: ObservingOptions
        /// Takes the object, the old and new value, and whether the change is still to come.
        let call: @MainActor (Object, Any?, Any?, Bool) -> Void
    }

    private var observers: [Observer] = []
    private var lastID = 0

    func observe<Value: Sendable>(
        _ object: Object, _ keyPath: KeyPath<Object, Value>, _ options: ObservingOptions,
        _ handler: @escaping @MainActor (Object, ObservedChange<Value>) -> Void
    ) -> ObservationToken {
        lastID += 1
        let id = lastID
        let observer = Observer(id: id, keyPath: keyPath, options: options) { object, old, new, isPrior in
            handler(
                object,
                ObservedChange(
                    newValue: options.contains(.new) ? new as? Value : nil, oldValue: options.contains(.old) ? old as? Value : nil,
                    isPrior: isPrior))
        }
        observers.append(observer)
        if options.contains(.initial) { observer.call(object, nil, object[keyPath: keyPath], false) }
        return ObservationToken { [weak self] in self?.observers.removeAll { $0.id == id } }
    }

    func willChange<Value: Equatable & Sendable>(_ keyPath: KeyPath<Object, Value>, of object: Object, from old: Value, to new: Value) {
        guard !observers.isEmpty, old != new else { return }
        call(keyPath) { observer in
            if observer.options.contains(.prior) { observer.call(object, old, nil, true) }
        }
    }

    func didChange<Value: Equatable & Sendable>(_ keyPath: KeyPath<Object, Value>, of object: Object, from old: Value, to new: Value) {
        guard !observers.isEmpty, old != new else { return }
        call(keyPath) { $0.call(object, old, new, false) }
    }

    /// An observer that ends, or ends another, inside its call is heeded at once.
    private func call(_ keyPath: PartialKeyPath<Object>, _ body: (Observer) -> Void) {
        for observer in observers where observer.keyPath == keyPath {
            guard observers.contains(where: { $0.id == observer.id }) else { continue }
            body(observer)
        }
    }
}
