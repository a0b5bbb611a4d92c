/// A playback period ended and was added to the access log.
public struct AccessLogEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAccessLog
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The entry.
    public var entry: AccessLogEntry

    /// Makes the event; the player fills in the context.
    public init(entry: AccessLogEntry) {
        self.entry = entry
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["entry": .object(entry.fields)] }
    /// Calls ``PlayerDelegate/onAccessLog(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAccessLog(self) }
}

/// A failure was added to the error log, whether or not a retry succeeded.
public struct ErrorLogEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onErrorLog
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The entry.
    public var entry: ErrorLogEntry

    /// Makes the event; the player fills in the context.
    public init(entry: ErrorLogEntry) {
        self.entry = entry
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["entry": .object(entry.fields)] }
    /// Calls ``PlayerDelegate/onErrorLog(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onErrorLog(self) }
}
