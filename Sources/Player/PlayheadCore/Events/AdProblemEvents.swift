// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// An ad, a tag or a schedule failed; the content continues. onWarning follows with the same error.
public struct AdErrorEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdError
    public var context = EventContext()
    /// The error.
    public var error: PlaybackError
    /// The tag that caused the error; `nil` if no tag did.
    public var tag: String?

    public init(error: PlaybackError, tag: String?) {
        self.error = error
        self.tag = tag
    }

    public var fields: EventFields { ["error": error.eventValue, "tag": tag.eventValue] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdError(self) }
}

/// An ad or a document has a problem, but is used.
public struct AdWarningEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdWarning
    public var context = EventContext()
    /// The problem.
    public var error: PlaybackError

    public init(error: PlaybackError) {
        self.error = error
    }

    public var fields: EventFields { ["error": error.eventValue] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdWarning(self) }
}
