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

/// A break begins; the content is held before the first ad.
public struct AdBreakStartEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdBreakStart
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The position of the break.
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

/// An ad is requested.
public struct AdRequestEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdRequest
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The requested URL, with macros replaced.
    public var tag: String
    /// The expected kind of response: `vast`.
    public var client: String
    /// The requested kinds of creatives, in VMAP's terms: `linear`, `nonlinear`, or `linear,nonlinear` if the schedule sets no limit.
    public var creativeType: String
    /// The position of the break.
    public var adPosition: AdPosition
    /// The offset of the break, as written in the schedule.
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

/// A break is over; the content resumes.
public struct AdBreakEndEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdBreakEnd
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The position of the break.
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
