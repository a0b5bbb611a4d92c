// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// Companions are available for the ad.
public struct AdCompanionsEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdCompanions
    public var context = EventContext()
    /// The available companions; the app reports to the player which ones it shows.
    public var companions: [AdCompanion]

    public init(companions: [AdCompanion]) {
        self.companions = companions
    }

    public var fields: EventFields { ["companions": .array(companions.map(\.eventValue))] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdCompanions(self) }
}

/// The viewer clicked the ad; emitted if the player does not open a browser itself.
public struct AdClickEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdClick
    public var context = EventContext()
    /// The URL to open: HTTP or HTTPS.
    public var clickThroughUrl: String

    public init(clickThroughUrl: String) {
        self.clickThroughUrl = clickThroughUrl
    }

    public var fields: EventFields { ["clickThroughUrl": .string(clickThroughUrl)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdClick(self) }
}

/// The viewer skipped the ad.
public struct AdSkippedEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAdSkipped
    public var context = EventContext()

    public init() {}

    public var fields: EventFields { [:] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAdSkipped(self) }
}
