/// An ad, a tag or a schedule failed; the content goes on. onWarning follows with the same error.
public struct AdErrorEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdError
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// What went wrong.
    public var error: PlaybackError
    /// The tag that it came of; `nil` where none did.
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

/// Something is wrong with an ad or a document, and it is used all the same.
public struct AdWarningEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdWarning
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// What is wrong.
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
