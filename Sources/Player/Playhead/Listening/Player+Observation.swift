extension Player {
    /// The properties that can be observed by name.
    static let observableProperties: [String: PartialKeyPath<Player>] = [
        "state": \.state, "playerState": \.playerState, "timeControlStatus": \.timeControlStatus,
        "reasonForWaitingToPlay": \.reasonForWaitingToPlay, "intendsToPlay": \.intendsToPlay, "position": \.position,
        "duration": \.duration,
        "bufferedRanges": \.bufferedRanges, "media": \.media, "currentIndex": \.currentIndex, "error": \.error, "rate": \.rate,
        "volume": \.volume, "isMuted": \.isMuted, "timeline": \.timeline, "currentCues": \.currentCues, "items": \.items,
        "currentItem": \.currentItem, "nextUpItem": \.nextUpItem, "advertisement": \.advertisement, "isInAdBreak": \.isInAdBreak,
        "overlayAd": \.overlayAd,
    ]

    /// Calls `handler` on the main actor when the property changes, until the returned token is released.
    /// - Parameters:
    ///   - keyPath: One of `\.state`, `\.playerState`, `\.timeControlStatus`, `\.reasonForWaitingToPlay`, `\.intendsToPlay`, `\.position`,
    ///     `\.duration`, `\.bufferedRanges`, `\.media`, `\.currentIndex`, `\.error`, `\.rate`, `\.volume`, `\.isMuted`, `\.timeline`,
    ///     `\.currentCues`, `\.items`, `\.currentItem`, `\.nextUpItem`, `\.advertisement`, `\.isInAdBreak`, `\.overlayAd`. Other key paths
    ///     only have an initial call.
    ///   - options: The values to report, and when to report them.
    ///   - handler: Receives the player and the change.
    /// - Returns: A token that ends the observation when it is released.
    public func observe<Value: Sendable>(
        _ keyPath: KeyPath<Player, Value>, options: ObservingOptions = [],
        changeHandler handler: @escaping @MainActor (Player, ObservedChange<Value>) -> Void
    ) -> ObservationToken {
        observers.observe(self, keyPath, options, handler)
    }

    /// Calls `observer`, which is not retained, on the main actor when a property changes, until its removal or deallocation.
    /// - Parameters:
    ///   - observer: The object to notify. An observer can register several times.
    ///   - keyPath: The name of a property that ``observe(_:options:changeHandler:)`` lists, such as `"state"`.
    ///   - options: The values to report, and when to report them.
    ///   - context: A pointer that each call passes on; only its address matters.
    /// - Returns: Whether the property exists.
    @discardableResult
    public func addObserver(
        _ observer: any PropertyObserver, forKeyPath keyPath: String, options: ObservingOptions = [],
        context: UnsafeMutableRawPointer? = nil
    ) -> Bool {
        guard let property = Self.observableProperties[keyPath] else { return false }
        observers.add(observer, keyPath, property, of: self, options, context)
        return true
    }

    /// Removes the observer's last registration for a property with this context.
    public func removeObserver(_ observer: any PropertyObserver, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?) {
        guard let property = Self.observableProperties[keyPath] else { return }
        observers.remove(observer, property) { $0 == context }
    }

    /// Removes the observer's last registration for a property, whatever its context.
    public func removeObserver(_ observer: any PropertyObserver, forKeyPath keyPath: String) {
        guard let property = Self.observableProperties[keyPath] else { return }
        observers.remove(observer, property) { _ in true }
    }
}
