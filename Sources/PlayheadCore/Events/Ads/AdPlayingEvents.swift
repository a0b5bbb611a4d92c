/// An ad is on the screen.
public struct AdImpressionEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdImpression
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// What is shown.
    public var impression: AdImpression

    /// Makes the event; the player fills in the context.
    public init(impression: AdImpression) {
        self.impression = impression
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { impression.fields }
    /// Calls ``PlayerDelegate/onAdImpression(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdImpression(self) }
}

/// An interactive creative says that it starts.
public struct AdStartedEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdStarted
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// What kind of creative.
    public var creativeType: String

    /// Makes the event; the player fills in the context.
    public init(creativeType: String) {
        self.creativeType = creativeType
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["creativeType": .string(creativeType)] }
    /// Calls ``PlayerDelegate/onAdStarted(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdStarted(self) }
}

/// An ad starts or resumes.
public struct AdPlayEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdPlay
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The coarse state of the ad before.
    public var oldState: PlayerState
    /// The coarse state of the ad now.
    public var newState: PlayerState

    /// Makes the event; the player fills in the context.
    public init(oldState: PlayerState, newState: PlayerState) {
        self.oldState = oldState
        self.newState = newState
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue)] }
    /// Calls ``PlayerDelegate/onAdPlay(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdPlay(self) }
}

/// An ad is paused.
public struct AdPauseEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdPause
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The coarse state of the ad before.
    public var oldState: PlayerState
    /// The coarse state of the ad now.
    public var newState: PlayerState
    /// Why.
    public var pauseReason: PauseReason

    /// Makes the event; the player fills in the context.
    public init(oldState: PlayerState, newState: PlayerState, pauseReason: PauseReason) {
        self.oldState = oldState
        self.newState = newState
        self.pauseReason = pauseReason
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "pauseReason": .string(pauseReason.rawValue)]
    }
    /// Calls ``PlayerDelegate/onAdPause(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdPause(self) }
}

/// An ad's playhead moved: at most ten times a second.
public struct AdTimeEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdTime
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// Seconds into the ad.
    public var position: Double
    /// Length of the ad in seconds; `nil` where it is not known.
    public var duration: Double?
    /// Which ad of the pod it is, from 1.
    public var sequence: Int
    /// How many ads the pod has.
    public var podcount: Int

    /// Makes the event; the player fills in the context.
    public init(position: Double, duration: Double?, sequence: Int, podcount: Int) {
        self.position = position
        self.duration = duration
        self.sequence = sequence
        self.podcount = podcount
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        [
            "position": .double(position), "duration": duration.map { .double($0) } ?? .null, "sequence": .int(sequence),
            "podcount": .int(podcount),
        ]
    }
    /// Calls ``PlayerDelegate/onAdTime(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdTime(self) }
}

/// Metadata of an ad's media arrived; its kind stands in `metadataType`.
public struct AdMetaEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdMeta
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The kind and what belongs to it.
    public var metadata: EventFields

    /// Makes the event; the player fills in the context.
    public init(metadata: EventFields) {
        self.metadata = metadata
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["metadata": .object(metadata)] }
    /// Calls ``PlayerDelegate/onAdMeta(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdMeta(self) }
}

/// An ad was played to its end.
public struct AdCompleteEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdComplete
    /// Sequence number, times, position and state.
    public var context = EventContext()

    /// Makes the event; the player fills in the context.
    public init() {}

    /// The payload under the catalogue's keys.
    public var fields: EventFields { [:] }
    /// Calls ``PlayerDelegate/onAdComplete(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdComplete(self) }
}
