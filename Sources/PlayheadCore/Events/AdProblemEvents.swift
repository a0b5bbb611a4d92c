/// An ad, a tag or a schedule failed; the content continues. onWarning follows with the same error.
public struct AdErrorEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdError
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The error.
    public var error: PlaybackError
    /// The tag that caused the error; `nil` if no tag did.
    public var tag: String?

    /// Makes the event; the player fills in the context.
    public init(error: PlaybackError, tag: String?) {
        self.error = error
        self.tag = tag
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["error": error.eventValue, "tag": tag.eventValue] }
    /// Calls ``PlayerDelegate/onAdError(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdError(self) }
}

/// An ad or a document has a problem, but is used.
public struct AdWarningEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdWarning
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The problem.
    public var error: PlaybackError

    /// Makes the event; the player fills in the context.
    public init(error: PlaybackError) {
        self.error = error
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["error": error.eventValue] }
    /// Calls ``PlayerDelegate/onAdWarning(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdWarning(self) }
}
