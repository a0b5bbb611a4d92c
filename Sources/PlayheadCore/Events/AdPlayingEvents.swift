/// An ad is on the screen.
public struct AdImpressionEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdImpression
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The ad on the screen.
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

/// An interactive creative reports its start.
public struct AdStartedEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdStarted
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The kind of creative.
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
    /// The previous coarse state of the ad.
    public var oldState: PlayerState
    /// The new coarse state of the ad.
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
    /// The previous coarse state of the ad.
    public var oldState: PlayerState
    /// The new coarse state of the ad.
    public var newState: PlayerState
    /// The reason.
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
    /// The position in the ad, in seconds.
    public var position: Double
    /// The duration of the ad in seconds; `nil` if unknown.
    public var duration: Double?
    /// The number of the ad in the pod, from 1.
    public var sequence: Int
    /// The number of ads in the pod.
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

/// Metadata of an ad's media arrived; `metadataType` names its kind.
public struct AdMetaEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdMeta
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The kind and its values.
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
