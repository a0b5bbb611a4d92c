/// The breaks of the item are known.
public struct AdScheduleEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdSchedule
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The breaks, in the order of the schedule.
    public var adBreaks: [ScheduledAdBreak]

    /// Makes the event; the player fills in the context.
    public init(adBreaks: [ScheduledAdBreak]) {
        self.adBreaks = adBreaks
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["adBreaks": .array(adBreaks.map(\.eventValue))] }
    /// Calls ``PlayerDelegate/onAdSchedule(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdSchedule(self) }
}

/// A break begins, before its first ad: the content stands.
public struct AdBreakStartEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdBreakStart
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// Where the break is.
    public var adPosition: AdPosition

    /// Makes the event; the player fills in the context.
    public init(adPosition: AdPosition) {
        self.adPosition = adPosition
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["adPosition": .string(adPosition.rawValue)] }
    /// Calls ``PlayerDelegate/onAdBreakStart(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdBreakStart(self) }
}

/// An ad is asked for.
public struct AdRequestEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdRequest
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The address that is asked, macros filled in.
    public var tag: String
    /// What kind of answer is expected: `vast`.
    public var client: String
    /// The kinds of creatives that are asked for, in VMAP's words: `linear`, `nonlinear`, or `linear,nonlinear` where the schedule sets no limit.
    public var creativeType: String
    /// Where the break is.
    public var adPosition: AdPosition
    /// The break's offset, as the schedule says it.
    public var offset: String

    /// Makes the event; the player fills in the context.
    public init(tag: String, client: String, creativeType: String, adPosition: AdPosition, offset: String) {
        self.tag = tag
        self.client = client
        self.creativeType = creativeType
        self.adPosition = adPosition
        self.offset = offset
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        [
            "tag": .string(tag), "client": .string(client), "creativeType": .string(creativeType),
            "adPosition": .string(adPosition.rawValue), "offset": .string(offset),
        ]
    }
    /// Calls ``PlayerDelegate/onAdRequest(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdRequest(self) }
}

/// A break is over: the content returns.
public struct AdBreakEndEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdBreakEnd
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// Where the break is.
    public var adPosition: AdPosition

    /// Makes the event; the player fills in the context.
    public init(adPosition: AdPosition) {
        self.adPosition = adPosition
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["adPosition": .string(adPosition.rawValue)] }
    /// Calls ``PlayerDelegate/onAdBreakEnd(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdBreakEnd(self) }
}
