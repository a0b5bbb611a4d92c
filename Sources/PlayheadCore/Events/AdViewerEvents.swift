/// Companions are available for the ad.
public struct AdCompanionsEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdCompanions
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The available companions; the app reports to the player which ones it shows.
    public var companions: [AdCompanion]

    /// Makes the event; the player fills in the context.
    public init(companions: [AdCompanion]) {
        self.companions = companions
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["companions": .array(companions.map(\.eventValue))] }
    /// Calls ``PlayerDelegate/onAdCompanions(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdCompanions(self) }
}

/// The viewer clicked the ad; emitted if the player does not open a browser itself.
public struct AdClickEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdClick
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The URL to open: HTTP or HTTPS.
    public var clickThroughUrl: String

    /// Makes the event; the player fills in the context.
    public init(clickThroughUrl: String) {
        self.clickThroughUrl = clickThroughUrl
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["clickThroughUrl": .string(clickThroughUrl)] }
    /// Calls ``PlayerDelegate/onAdClick(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdClick(self) }
}

/// The viewer skipped the ad.
public struct AdSkippedEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAdSkipped
    /// Sequence number, times, position and state.
    public var context = EventContext()

    /// Makes the event; the player fills in the context.
    public init() {}

    /// The payload under the catalogue's keys.
    public var fields: EventFields { [:] }
    /// Calls ``PlayerDelegate/onAdSkipped(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAdSkipped(self) }
}
