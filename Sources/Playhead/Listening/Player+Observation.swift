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

    /// Calls `handler` on the main actor when the property changes, as long as the returned token lives.
    /// - Parameters:
    ///   - keyPath: One of `\.state`, `\.playerState`, `\.timeControlStatus`, `\.reasonForWaitingToPlay`, `\.intendsToPlay`, `\.position`,
    ///     `\.duration`, `\.bufferedRanges`, `\.media`, `\.currentIndex`, `\.error`, `\.rate`, `\.volume`, `\.isMuted`, `\.timeline`,
    ///     `\.currentCues`, `\.items`, `\.currentItem`, `\.nextUpItem`, `\.advertisement`, `\.isInAdBreak`, `\.overlayAd`. Others only have an initial call.
    ///   - options: What to tell and when.
    ///   - handler: Gets the player and the change.
    /// - Returns: Ends the observation when it goes.
    public func observe<Value: Sendable>(
        _ keyPath: KeyPath<Player, Value>, options: ObservingOptions = [],
        changeHandler handler: @escaping @MainActor (Player, ObservedChange<Value>) -> Void
    ) -> ObservationToken {
        observers.observe(self, keyPath, options, handler)
    }

    /// Calls `observer` on the main actor when a property changes, until it is removed or gone; it is not kept alive.
    /// - Parameters:
    ///   - observer: Who hears of it. The same one may register several times.
    ///   - keyPath: The property's name, such as `"state"`; those of ``observe(_:options:changeHandler:)``.
    ///   - options: What to tell and when.
    ///   - context: Handed back in every call; only its address matters.
    /// - Returns: Whether there is such a property.
    @discardableResult
    public func addObserver(
        _ observer: any PropertyObserver, forKeyPath keyPath: String, options: ObservingOptions = [],
        context: UnsafeMutableRawPointer? = nil
    ) -> Bool {
        guard let property = Self.observableProperties[keyPath] else { return false }
        observers.add(observer, keyPath, property, of: self, options, context)
        return true
    }

    /// Ends the observer's last registration for a property with this context.
    public func removeObserver(_ observer: any PropertyObserver, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?) {
        guard let property = Self.observableProperties[keyPath] else { return }
        observers.remove(observer, property) { $0 == context }
    }

    /// Ends the observer's last registration for a property, whatever its context.
    public func removeObserver(_ observer: any PropertyObserver, forKeyPath keyPath: String) {
        guard let property = Self.observableProperties[keyPath] else { return }
        observers.remove(observer, property) { _ in true }
    }
}
