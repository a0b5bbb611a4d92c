// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// An ad is on the screen.
public struct AdImpressionEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdImpression
    public var context = EventContext()
    /// The ad on the screen.
    public var impression: AdImpression

    public init(impression: AdImpression) {
        self.impression = impression
    }

    public var fields: EventFields { impression.fields }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdImpression(self) }
}

/// An interactive creative reports its start.
public struct AdStartedEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdStarted
    public var context = EventContext()
    /// The kind of creative.
    public var creativeType: String

    public init(creativeType: String) {
        self.creativeType = creativeType
    }

    public var fields: EventFields { ["creativeType": .string(creativeType)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdStarted(self) }
}

/// An ad starts or resumes.
public struct AdPlayEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdPlay
    public var context = EventContext()
    /// The previous coarse state of the ad.
    public var oldState: PlayerState
    /// The new coarse state of the ad.
    public var newState: PlayerState

    public init(oldState: PlayerState, newState: PlayerState) {
        self.oldState = oldState
        self.newState = newState
    }

    public var fields: EventFields { ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdPlay(self) }
}

/// An ad is paused.
public struct AdPauseEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdPause
    public var context = EventContext()
    /// The previous coarse state of the ad.
    public var oldState: PlayerState
    /// The new coarse state of the ad.
    public var newState: PlayerState
    /// The reason.
    public var pauseReason: PauseReason

    public init(oldState: PlayerState, newState: PlayerState, pauseReason: PauseReason) {
        self.oldState = oldState
        self.newState = newState
        self.pauseReason = pauseReason
    }

    public var fields: EventFields {
        ["oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "pauseReason": .string(pauseReason.rawValue)]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdPause(self) }
}

/// An ad's playhead moved: at most ten times a second.
public struct AdTimeEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdTime
    public var context = EventContext()
    /// The position in the ad, in seconds.
    public var position: Double
    /// The duration of the ad in seconds; `nil` if unknown.
    public var duration: Double?
    /// The number of the ad in the pod, from 1.
    public var sequence: Int
    /// The number of ads in the pod.
    public var podcount: Int

    public init(position: Double, duration: Double?, sequence: Int, podcount: Int) {
        self.position = position
        self.duration = duration
        self.sequence = sequence
        self.podcount = podcount
    }

    public var fields: EventFields {
        [
            "position": .double(position), "duration": duration.map { .double($0) } ?? .null, "sequence": .int(sequence),
            "podcount": .int(podcount),
        ]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdTime(self) }
}

/// Metadata of an ad's media arrived; `metadataType` names its kind.
public struct AdMetaEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdMeta
    public var context = EventContext()
    /// The kind and its values.
    public var metadata: EventFields

    public init(metadata: EventFields) {
        self.metadata = metadata
    }

    public var fields: EventFields { ["metadata": .object(metadata)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdMeta(self) }
}

/// An ad was played to its end.
public struct AdCompleteEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdComplete
    public var context = EventContext()

    public init() {}

    public var fields: EventFields { [:] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdComplete(self) }
}
