/// The observers of one object's properties, called in the order of their registration.
@MainActor
final class PropertyObservers<Object: AnyObject> {
    /// The reason and values of a call. Values are boxed unchanged, so that an optional's `nil` is a value too.
    enum Call {
        case initial(now: Any)
        case prior(old: Any)
        case change(old: Any, new: Any)
    }

    private struct Observer {
        let id: Int
        let keyPath: PartialKeyPath<Object>
        let options: ObservingOptions
        /// The classic observer, for its removal by identity and after its deallocation; `nil` for a closure.
        let owner: Owner?
        let call: @MainActor (Object, Call) -> Void
    }

    /// A classic observer.
    struct Owner {
        weak var observer: (any PropertyObserver)?
        let context: UnsafeMutableRawPointer?
    }

    private var observers: [Observer] = []
    private var lastID = 0

    /// Registers a closure.
    func observe<Value: Sendable>(
        _ object: Object, _ keyPath: KeyPath<Object, Value>, _ options: ObservingOptions,
        _ handler: @escaping @MainActor (Object, ObservedChange<Value>) -> Void
    ) -> ObservationToken {
        let id = add(object, keyPath, options, owner: nil) { object, call in
            handler(object, ObservedChange(call, options))
        }
        return ObservationToken { [weak self] in self?.observers.removeAll { $0.id == id } }
    }

    /// Registers an observer, and makes the initial call with `.initial`.
    @discardableResult
    func add(
        _ object: Object, _ keyPath: PartialKeyPath<Object>, _ options: ObservingOptions, owner: Owner?,
        _ call: @escaping @MainActor (Object, Call) -> Void
    ) -> Int {
        lastID += 1
        let observer = Observer(id: lastID, keyPath: keyPath, options: options, owner: owner, call: call)
        observers.append(observer)
        let id = lastID
        if options.contains(.initial) { call(object, .initial(now: object[keyPath: keyPath])) }
        return id
    }

    /// Removes the last registration of `observer` for a property. `matches` returns whether the context of a registration matches.
    func remove(_ observer: any PropertyObserver, _ keyPath: PartialKeyPath<Object>, where matches: (UnsafeMutableRawPointer?) -> Bool) {
        let index = observers.lastIndex { entry in
            guard let owner = entry.owner, entry.keyPath == keyPath else { return false }
            return owner.observer === observer && matches(owner.context)
        }
        if let index { observers.remove(at: index) }
    }

    /// Sets a property of `object` if the value differs, and notifies its observers before and after the change.
    /// - Parameters:
    ///   - property: The property.
    ///   - object: The object.
    ///   - value: The new value.
    ///   - published: The computed property that observers know instead; `nil` for `property`.
    func set<Value: Equatable>(
        _ property: ReferenceWritableKeyPath<Object, Value>, of object: Object, to value: Value, as published: KeyPath<Object, Value>?
    ) {
        let old = object[keyPath: property]
        guard old != value else { return }
        let observed = published ?? property
        call(observed) { if $0.options.contains(.prior) { $0.call(object, .prior(old: old)) } }
        object[keyPath: property] = value
        call(observed) { $0.call(object, .change(old: old, new: value)) }
    }

    /// Calls the observers of a property, except those that were removed by an earlier call.
    private func call(_ keyPath: PartialKeyPath<Object>, _ body: (Observer) -> Void) {
        guard !observers.isEmpty else { return }
        observers.removeAll { entry in entry.owner.map { $0.observer == nil } ?? false }
        for observer in observers where observer.keyPath == keyPath {
            guard observers.contains(where: { $0.id == observer.id }) else { continue }
            body(observer)
        }
    }
}

extension ObservedChange {
    /// Creates the change with the values that `options` include.
    init<Object: AnyObject>(_ call: PropertyObservers<Object>.Call, _ options: ObservingOptions) {
        let (old, new): (Any?, Any?) =
            switch call {
            case .initial(let now): (nil, now)
            case .prior(let old): (old, nil)
            case .change(let old, let new): (old, new)
            }
        newValue = options.contains(.new) ? new.flatMap { $0 as? Value } : nil
        oldValue = options.contains(.old) ? old.flatMap { $0 as? Value } : nil
        if case .prior = call { isPrior = true } else { isPrior = false }
    }
}

/// A token for an observation or a listener, which ends when the token is released.
@MainActor
public final class ObservationToken {
    private var cancel: (@MainActor () -> Void)?

    init(_ cancel: @escaping @MainActor () -> Void) { self.cancel = cancel }

    /// Ends the observation now: no further call is made, not even for the event in progress. Can be called several times.
    public func invalidate() {
        cancel?()
        cancel = nil
    }

    isolated deinit { cancel?() }
}
