// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// The breaks of the item are known.
public struct AdScheduleEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdSchedule
    public var context = EventContext()
    /// The breaks, in the order of the schedule.
    public var adBreaks: [ScheduledAdBreak]

    public init(adBreaks: [ScheduledAdBreak]) {
        self.adBreaks = adBreaks
    }

    public var fields: EventFields { ["adBreaks": .array(adBreaks.map(\.eventValue))] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdSchedule(self) }
}

/// A break begins; the content is held before the first ad.
public struct AdBreakStartEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdBreakStart
    public var context = EventContext()
    /// The position of the break.
    public var adPosition: AdPosition

    public init(adPosition: AdPosition) {
        self.adPosition = adPosition
    }

    public var fields: EventFields { ["adPosition": .string(adPosition.rawValue)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdBreakStart(self) }
}

/// An ad is requested.
public struct AdRequestEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdRequest
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

    public init(tag: String, client: String, creativeType: String, adPosition: AdPosition, offset: String) {
        self.tag = tag
        self.client = client
        self.creativeType = creativeType
        self.adPosition = adPosition
        self.offset = offset
    }

    public var fields: EventFields {
        [
            "tag": .string(tag), "client": .string(client), "creativeType": .string(creativeType),
            "adPosition": .string(adPosition.rawValue), "offset": .string(offset),
        ]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdRequest(self) }
}

/// A break is over; the content resumes.
public struct AdBreakEndEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdBreakEnd
    public var context = EventContext()
    /// The position of the break.
    public var adPosition: AdPosition

    public init(adPosition: AdPosition) {
        self.adPosition = adPosition
    }

    public var fields: EventFields { ["adPosition": .string(adPosition.rawValue)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdBreakEnd(self) }
}
