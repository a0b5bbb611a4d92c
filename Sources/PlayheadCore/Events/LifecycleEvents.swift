/// The player is ready: an item reached `ready` for the first time.
public struct ReadyEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onReady
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The time from the first load to `ready`, in milliseconds.
    public var setupTime: Double

    /// Makes the event; the player fills in the context.
    public init(setupTime: Double) {
        self.setupTime = setupTime
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["setupTime": .double(setupTime)] }
    /// Calls ``PlayerDelegate/onReady(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onReady(self) }
}

/// The first play of an item is requested by the app, the viewer or autoplay; not emitted on resume.
public struct PlayAttemptEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onPlayAttempt
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState
    /// The source of the request.
    public var reason: PlayReason

    /// Makes the event; the player fills in the context.
    public init(oldState: PlayerState = .idle, newState: PlayerState = .idle, reason: PlayReason) {
        self.oldState = oldState
        self.newState = newState
        self.reason = reason
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "reason": .string(reason.rawValue)]
    }
    /// Calls ``PlayerDelegate/onPlayAttempt(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onPlayAttempt(self) }
}

/// Precedes the first frame of an item; `stop()` or `pause()` in the handler cancels the start.
public struct BeforePlayEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onBeforePlay
    /// Sequence number, times, position and state.
    public var context = EventContext()

    /// Makes the event; the player fills in the context.
    public init() {}

    /// The payload under the catalogue's keys.
    public var fields: EventFields { [:] }
    /// Calls ``PlayerDelegate/onBeforePlay(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onBeforePlay(self) }
}

/// Buffering starts.
public struct BufferEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onBuffer
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState
    /// The reason.
    public var reason: BufferReason

    /// Makes the event; the player fills in the context.
    public init(oldState: PlayerState, newState: PlayerState, reason: BufferReason) {
        self.oldState = oldState
        self.newState = newState
        self.reason = reason
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "reason": .string(reason.rawValue)]
    }
    /// Calls ``PlayerDelegate/onBuffer(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onBuffer(self) }
}

/// Playback starts or resumes.
public struct PlayEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onPlay
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState
    /// The source of the request.
    public var reason: PlayReason

    /// Makes the event; the player fills in the context.
    public init(oldState: PlayerState, newState: PlayerState, reason: PlayReason) {
        self.oldState = oldState
        self.newState = newState
        self.reason = reason
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "reason": .string(reason.rawValue)]
    }
    /// Calls ``PlayerDelegate/onPlay(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onPlay(self) }
}

/// The first frame of an item is shown, or its first sound is played.
public struct FirstFrameEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onFirstFrame
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState
    /// The time since the attempt to play, in milliseconds.
    public var loadTime: Double

    /// Makes the event; the player fills in the context.
    public init(oldState: PlayerState = .buffering, newState: PlayerState = .playing, loadTime: Double) {
        self.oldState = oldState
        self.newState = newState
        self.loadTime = loadTime
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "loadTime": .double(loadTime)]
    }
    /// Calls ``PlayerDelegate/onFirstFrame(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onFirstFrame(self) }
}

/// Playback is paused.
public struct PauseEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onPause
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState
    /// The source of the pause.
    public var reason: PauseReason

    /// Makes the event; the player fills in the context.
    public init(oldState: PlayerState, newState: PlayerState, reason: PauseReason) {
        self.oldState = oldState
        self.newState = newState
        self.reason = reason
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "reason": .string(reason.rawValue)]
    }
    /// Calls ``PlayerDelegate/onPause(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onPause(self) }
}

/// The player stopped.
public struct IdleEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onIdle
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState
    /// The reason.
    public var reason: IdleReason

    /// Makes the event; the player fills in the context.
    public init(oldState: PlayerState, newState: PlayerState, reason: IdleReason) {
        self.oldState = oldState
        self.newState = newState
        self.reason = reason
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "reason": .string(reason.rawValue)]
    }
    /// Calls ``PlayerDelegate/onIdle(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onIdle(self) }
}

/// The media ended; the item is not complete yet.
public struct BeforeCompleteEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onBeforeComplete
    /// Sequence number, times, position and state.
    public var context = EventContext()

    /// Makes the event; the player fills in the context.
    public init() {}

    /// The payload under the catalogue's keys.
    public var fields: EventFields { [:] }
    /// Calls ``PlayerDelegate/onBeforeComplete(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onBeforeComplete(self) }
}

/// The item is done.
public struct CompleteEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onComplete
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState

    /// Makes the event; the player fills in the context.
    public init(oldState: PlayerState = .playing, newState: PlayerState = .complete) {
        self.oldState = oldState
        self.newState = newState
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue)] }
    /// Calls ``PlayerDelegate/onComplete(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onComplete(self) }
}
