import Foundation

/// An observer of changed properties, in the classic form of key-value observing.
///
/// One method is called for every property of every object that the observer is registered with; the address of the context identifies the
/// registration.
@MainActor
public protocol PropertyObserver: AnyObject {
    /// Called after or, with `.prior`, before the change of a property.
    /// - Parameters:
    ///   - keyPath: The name of the property in the registration.
    ///   - object: The ``Player`` or ``PlayerItem``.
    ///   - change: The values that the options include.
    ///   - context: The pointer of the registration.
    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [PropertyChangeKey: Any]?, context: UnsafeMutableRawPointer?)
}

/// The keys of a change, as in `NSKeyValueChangeKey`.
public struct PropertyChangeKey: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String

    /// Creates a key with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The kind of the change: always 1, a setting.
    public static let kindKey = PropertyChangeKey(rawValue: "kind")
    /// The value after the change, with `.new`; `NSNull` for `nil`. Absent in calls before a change.
    ///
    /// An item's status can be read as `PlayerItem.Status` and as `NSNumber`, an error as `PlaybackError` and as `NSError`.
    public static let newKey = PropertyChangeKey(rawValue: "new")
    /// The value before the change, with `.old`; `NSNull` for `nil`. Absent in the initial call.
    public static let oldKey = PropertyChangeKey(rawValue: "old")
    /// True in calls before a change; absent in all others.
    public static let notificationIsPriorKey = PropertyChangeKey(rawValue: "notificationIsPrior")
}

extension PropertyObservers {
    /// Registers a classic observer, which is not retained.
    func add(
        _ observer: any PropertyObserver, _ name: String, _ keyPath: PartialKeyPath<Object>, of object: Object, _ options: ObservingOptions,
        _ context: UnsafeMutableRawPointer?
    ) {
        add(object, keyPath, options, owner: Owner(observer: observer, context: context)) { [weak observer] object, call in
            observer?.observeValue(forKeyPath: name, of: object, change: Self.dictionary(of: call, options), context: context)
        }
    }

    private static func dictionary(of call: Call, _ options: ObservingOptions) -> [PropertyChangeKey: Any] {
        let setting: UInt = 1
        var change: [PropertyChangeKey: Any] = [.kindKey: setting]
        let (wantsOld, wantsNew) = (options.contains(.old), options.contains(.new))
        switch call {
        case .initial(let now):
            if wantsNew { change[.newKey] = unwrapped(now) }
        case .prior(let old):
            change[.notificationIsPriorKey] = true
            if wantsOld { change[.oldKey] = unwrapped(old) }
        case .change(let old, let new):
            if wantsOld { change[.oldKey] = unwrapped(old) }
            if wantsNew { change[.newKey] = unwrapped(new) }
        }
        return change
    }

    private static func unwrapped(_ value: Any) -> Any {
        (value as? any OptionalValue).map(\.valueOrNull) ?? value
    }
}

/// An optional of any type.
private protocol OptionalValue {
    var valueOrNull: Any { get }
}

extension Optional: OptionalValue {
    var valueOrNull: Any { map { $0 as Any } ?? NSNull() }
}
