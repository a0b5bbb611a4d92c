/// The interactive part of an ad, which runs beside its media.
package struct InteractiveCreative: Sendable, Hashable {
    /// The http or https URL of its page.
    package var url: String
    /// The parameters in the document (`AdParameters`).
    package var parameters: String
    /// The click-through URL with expanded macros; `nil` if there is none.
    package var clickThrough: String?
    /// The position from which the ad is skippable, in seconds; `nil` if it is not.
    package var skipOffset: Double?

    init(url: String, parameters: String?, clickThrough: String?, skipOffset: Double?) {
        self.url = url
        self.parameters = parameters ?? ""
        self.clickThrough = clickThrough
        self.skipOffset = skipOffset
    }
}

/// The end of an ad with an interactive part.
package enum InteractiveEnd: Sendable, Hashable {
    /// The viewer skipped the ad.
    case skipped
    /// The media was played to its end.
    case completed
    /// The creative requested the end.
    case stopped
    /// The ad ended early for another reason.
    case left

    /// The input of the session for this end, with the codes of SIMID 1.2 §4.3.2.
    package var input: SIMIDSession.Input {
        switch self {
        case .skipped: .adSkipped
        case .completed: .adStopped(code: SIMIDSession.mediaCompleted)
        case .left: .adStopped(code: 3)
        case .stopped: .adStopped(code: 4)
        }
    }
}

/// A report about an ad's interactive part.
package enum InteractiveReport: Sendable, Hashable {
    /// The creative has started and is visible.
    case started
    /// The creative failed. With `endsAd` the ad ends, otherwise its media continues alone.
    case failed(AdError, endsAd: Bool)
    /// The creative was clicked; with the URL to open, and the position in pixels.
    case clicked(url: String?, x: Int?, y: Int?)
    /// A page is to be opened.
    case opens(String)
    /// Tracking URLs are to be requested.
    case tracks([String])
    /// The creative requests the end of its ad.
    case stops
}
