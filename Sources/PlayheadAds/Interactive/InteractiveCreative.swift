/// What runs beside an ad's media.
public struct InteractiveCreative: Sendable, Hashable {
    /// Its page, of the web.
    public var url: String
    /// What the document gives it (`AdParameters`).
    public var parameters: String
    /// What a click opens, macros filled in; `nil` where nothing is to be opened.
    public var clickThrough: String?
    /// When its ad can be skipped, in seconds; `nil` where it can't.
    public var skipOffset: Double?

    init(url: String, parameters: String?, clickThrough: String?, skipOffset: Double?) {
        self.url = url
        self.parameters = parameters ?? ""
        self.clickThrough = clickThrough
        self.skipOffset = skipOffset
    }
}

/// How an ad with an interactive part ended.
public enum InteractiveEnd: Sendable, Hashable {
    /// The viewer skipped it.
    case skipped
    /// Its media was played to its end.
    case completed
    /// The creative wanted it.
    case stopped
    /// For another reason, before the media's end.
    case left

    /// The input of a session that tells of it, with the codes of SIMID 1.2 §4.3.2.
    public var input: SIMIDSession.Input {
        switch self {
        case .skipped: .adSkipped
        case .completed: .adStopped(code: SIMIDSession.mediaCompleted)
        case .left: .adStopped(code: 3)
        case .stopped: .adStopped(code: 4)
        }
    }
}

/// What is told of an ad's interactive part.
public enum InteractiveReport: Sendable, Hashable {
    /// It has started, and is seen.
    case started
    /// It failed. With `endsAd` the ad is over, otherwise its media goes on alone.
    case failed(AdError, endsAd: Bool)
    /// It was clicked on; what that is to open, and where the click was, in pixels.
    case clicked(url: String?, x: Int?, y: Int?)
    /// A page is to be opened.
    case opens(String)
    /// Addresses are to be called.
    case tracks([String])
    /// It wants its ad to be over.
    case stops
}
