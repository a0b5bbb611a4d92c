// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// A fatal error before the player was ready; onReady never comes.
public struct SetupErrorEvent: PlayerEvent, Equatable {
    public static let name = EventName.onSetupError
    public var context = EventContext()
    /// The error.
    public var error: PlaybackError

    public init(error: PlaybackError) {
        self.error = error
    }

    public var fields: EventFields { ["error": error.eventValue] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onSetupError(self) }
}

/// A fatal error; the state is `error`.
public struct ErrorEvent: PlayerEvent, Equatable {
    public static let name = EventName.onError
    public var context = EventContext()
    /// The error.
    public var error: PlaybackError

    public init(error: PlaybackError) {
        self.error = error
    }

    public var fields: EventFields { ["error": error.eventValue] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onError(self) }
}

/// A problem that does not interrupt playback.
public struct WarningEvent: PlayerEvent, Equatable {
    public static let name = EventName.onWarning
    public var context = EventContext()
    /// The problem.
    public var error: PlaybackError

    public init(error: PlaybackError) {
        self.error = error
    }

    public var fields: EventFields { ["error": error.eventValue] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onWarning(self) }
}

/// The playback state changed.
public struct StateChangeEvent: PlayerEvent, Equatable {
    public static let name = EventName.onStateChange
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlaybackState
    /// The new state.
    public var newState: PlaybackState
    /// The reason.
    public var reason: StateChangeReason
    /// The duration of the old state, in seconds.
    public var elapsed: Double

    public init(oldState: PlaybackState, newState: PlaybackState, reason: StateChangeReason, elapsed: Double) {
        self.oldState = oldState
        self.newState = newState
        self.reason = reason
        self.elapsed = elapsed
    }

    public var fields: EventFields {
        [
            "oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "reason": .string(reason.rawValue),
            "elapsed": .double(elapsed),
        ]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onStateChange(self) }
}
