// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// The player is ready: an item reached `ready` for the first time.
public struct ReadyEvent: PlayerEvent, Equatable {
    public static let name = EventName.onReady
    public var context = EventContext()
    /// The time from the first load to `ready`, in milliseconds.
    public var setupTime: Double

    public init(setupTime: Double) {
        self.setupTime = setupTime
    }

    public var fields: EventFields { ["setupTime": .double(setupTime)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onReady(self) }
}

/// The first play of an item is requested by the app, the viewer or autoplay; not emitted on resume.
public struct PlayAttemptEvent: PlayerEvent, Equatable {
    public static let name = EventName.onPlayAttempt
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState
    /// The source of the request.
    public var reason: PlayReason

    public init(oldState: PlayerState = .idle, newState: PlayerState = .idle, reason: PlayReason) {
        self.oldState = oldState
        self.newState = newState
        self.reason = reason
    }

    public var fields: EventFields {
        ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "reason": .string(reason.rawValue)]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onPlayAttempt(self) }
}

/// Precedes the first frame of an item; `stop()` or `pause()` in the handler cancels the start.
public struct BeforePlayEvent: PlayerEvent, Equatable {
    public static let name = EventName.onBeforePlay
    public var context = EventContext()

    public init() {}

    public var fields: EventFields { [:] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onBeforePlay(self) }
}

/// Buffering starts.
public struct BufferEvent: PlayerEvent, Equatable {
    public static let name = EventName.onBuffer
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState
    /// The reason.
    public var reason: BufferReason

    public init(oldState: PlayerState, newState: PlayerState, reason: BufferReason) {
        self.oldState = oldState
        self.newState = newState
        self.reason = reason
    }

    public var fields: EventFields {
        ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "reason": .string(reason.rawValue)]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onBuffer(self) }
}

/// Playback starts or resumes.
public struct PlayEvent: PlayerEvent, Equatable {
    public static let name = EventName.onPlay
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState
    /// The source of the request.
    public var reason: PlayReason

    public init(oldState: PlayerState, newState: PlayerState, reason: PlayReason) {
        self.oldState = oldState
        self.newState = newState
        self.reason = reason
    }

    public var fields: EventFields {
        ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "reason": .string(reason.rawValue)]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onPlay(self) }
}

/// The first frame of an item is shown, or its first sound is played.
public struct FirstFrameEvent: PlayerEvent, Equatable {
    public static let name = EventName.onFirstFrame
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState
    /// The time since the attempt to play, in milliseconds.
    public var loadTime: Double

    public init(oldState: PlayerState = .buffering, newState: PlayerState = .playing, loadTime: Double) {
        self.oldState = oldState
        self.newState = newState
        self.loadTime = loadTime
    }

    public var fields: EventFields {
        ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "loadTime": .double(loadTime)]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onFirstFrame(self) }
}

/// Playback is paused.
public struct PauseEvent: PlayerEvent, Equatable {
    public static let name = EventName.onPause
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState
    /// The source of the pause.
    public var reason: PauseReason

    public init(oldState: PlayerState, newState: PlayerState, reason: PauseReason) {
        self.oldState = oldState
        self.newState = newState
        self.reason = reason
    }

    public var fields: EventFields {
        ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "reason": .string(reason.rawValue)]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onPause(self) }
}

/// The player stopped.
public struct IdleEvent: PlayerEvent, Equatable {
    public static let name = EventName.onIdle
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState
    /// The reason.
    public var reason: IdleReason

    public init(oldState: PlayerState, newState: PlayerState, reason: IdleReason) {
        self.oldState = oldState
        self.newState = newState
        self.reason = reason
    }

    public var fields: EventFields {
        ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "reason": .string(reason.rawValue)]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onIdle(self) }
}

/// The media ended; the item is not complete yet.
public struct BeforeCompleteEvent: PlayerEvent, Equatable {
    public static let name = EventName.onBeforeComplete
    public var context = EventContext()

    public init() {}

    public var fields: EventFields { [:] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onBeforeComplete(self) }
}

/// The item is done.
public struct CompleteEvent: PlayerEvent, Equatable {
    public static let name = EventName.onComplete
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState

    public init(oldState: PlayerState = .playing, newState: PlayerState = .complete) {
        self.oldState = oldState
        self.newState = newState
    }

    public var fields: EventFields { ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onComplete(self) }
}
