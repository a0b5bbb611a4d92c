/// A fatal error before the player was ready; onReady never comes.
public struct SetupErrorEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onSetupError
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The error.
    public var error: PlaybackError

    /// Makes the event; the player fills in the context.
    public init(error: PlaybackError) {
        self.error = error
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["error": error.eventValue] }
    /// Calls ``PlayerDelegate/onSetupError(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onSetupError(self) }
}

/// A fatal error; the state is `error`.
public struct ErrorEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onError
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The error.
    public var error: PlaybackError

    /// Makes the event; the player fills in the context.
    public init(error: PlaybackError) {
        self.error = error
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["error": error.eventValue] }
    /// Calls ``PlayerDelegate/onError(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onError(self) }
}

/// A problem that does not interrupt playback.
public struct WarningEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onWarning
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
    /// Calls ``PlayerDelegate/onWarning(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onWarning(self) }
}

/// The playback state changed.
public struct StateChangeEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onStateChange
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlaybackState
    /// The new state.
    public var newState: PlaybackState
    /// The reason.
    public var reason: StateChangeReason
    /// The duration of the old state, in seconds.
    public var elapsed: Double

    /// Makes the event; the player fills in the context.
    public init(oldState: PlaybackState, newState: PlaybackState, reason: StateChangeReason, elapsed: Double) {
        self.oldState = oldState
        self.newState = newState
        self.reason = reason
        self.elapsed = elapsed
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        [
            "oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "reason": .string(reason.rawValue),
            "elapsed": .double(elapsed),
        ]
    }
    /// Calls ``PlayerDelegate/onStateChange(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onStateChange(self) }
}
