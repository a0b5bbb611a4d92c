// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// A playback period ended and was added to the access log.
public struct AccessLogEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAccessLog
    public var context = EventContext()
    /// The entry.
    public var entry: AccessLogEntry

    public init(entry: AccessLogEntry) {
        self.entry = entry
    }

    public var fields: EventFields { ["entry": .object(entry.fields)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAccessLog(self) }
}

/// A failure was added to the error log, whether or not a retry succeeded.
public struct ErrorLogEvent: PlayerEvent, Equatable {
    public static let name = EventName.onErrorLog
    public var context = EventContext()
    /// The entry.
    public var entry: ErrorLogEntry

    public init(entry: ErrorLogEntry) {
        self.entry = entry
    }

    public var fields: EventFields { ["entry": .object(entry.fields)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onErrorLog(self) }
}
