extension PlayerItem {
    /// The properties that can be observed by name.
    static let observableProperties: [String: PartialKeyPath<PlayerItem>] = [
        "status": \.status, "error": \.error, "duration": \.duration, "loadedTimeRanges": \.loadedTimeRanges, "media": \.media,
        "seekableTimeRanges": \.seekableTimeRanges, "tracks": \.tracks, "presentationSize": \.presentationSize,
        "timedMetadata": \.timedMetadata, "isPlaybackLikelyToKeepUp": \.isPlaybackLikelyToKeepUp,
        "isPlaybackBufferEmpty": \.isPlaybackBufferEmpty, "isPlaybackBufferFull": \.isPlaybackBufferFull,
        // The names that key-value observing uses.
        "playbackLikelyToKeepUp": \.isPlaybackLikelyToKeepUp, "playbackBufferEmpty": \.isPlaybackBufferEmpty,
        "playbackBufferFull": \.isPlaybackBufferFull,
    ]

    /// Calls `handler` on the main actor when the property changes, until the returned token is released.
    /// - Parameters:
    ///   - keyPath: `\.status`, `\.error`, `\.duration`, `\.loadedTimeRanges`, `\.seekableTimeRanges`, `\.media`, `\.tracks`,
    ///     `\.presentationSize`, `\.timedMetadata`, `\.isPlaybackLikelyToKeepUp`, `\.isPlaybackBufferEmpty` or `\.isPlaybackBufferFull`.
    ///     Other key paths only have an initial call.
    ///   - options: The values to report, and when to report them.
    ///   - handler: Receives the item and the change.
    /// - Returns: A token that ends the observation when it is released.
    public func observe<Value: Sendable>(
        _ keyPath: KeyPath<PlayerItem, Value>, options: ObservingOptions = [],
        changeHandler handler: @escaping @MainActor (PlayerItem, ObservedChange<Value>) -> Void
    ) -> ObservationToken {
        observers.observe(self, keyPath, options, handler)
    }

    /// Calls `observer`, which is not retained, on the main actor when a property changes, until its removal or deallocation.
    /// - Parameters:
    ///   - observer: The object to notify. An observer can register several times.
    ///   - keyPath: The name of a property that ``observe(_:options:changeHandler:)`` lists, such as `"status"`.
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
