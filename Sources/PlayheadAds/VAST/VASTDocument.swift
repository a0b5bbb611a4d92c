/// A VAST document: the answer of an ad server (IAB VAST 2.0 to 4.3).
public struct VASTDocument: Sendable, Hashable {
    /// The version as written; `nil` where it isn't told.
    public var version: String?
    /// Its ads, in the document's order.
    public var ads: [VASTAd]
    /// What to call where there is no ad in it (VAST 4.3 §3.2.1).
    public var errorURLs: [String]
    /// Whether there are ads in it of which nothing could be made.
    public var hasUnusableAds = false
    /// What is wrong with it although it can be used.
    public var warnings: [AdWarning]

    /// Makes a document.
    public init(version: String? = nil, ads: [VASTAd] = [], errorURLs: [String] = [], warnings: [AdWarning] = []) {
        self.version = version
        self.ads = ads
        self.errorURLs = errorURLs
        self.warnings = warnings
    }

    /// The ads with a sequence number, in the order that they are shown in; of ads with the same number the document's order.
    public var pod: [VASTAd] {
        let numbered = ads.enumerated().filter { $0.element.sequence != nil }
        return numbered.sorted { ($0.element.sequence ?? 0, $0.offset) < ($1.element.sequence ?? 0, $1.offset) }.map(\.element)
    }

    /// The ads without a sequence number, of which one is shown: the rest stands in for what fails (VAST 4.3 §3.3.1).
    public var standAloneAds: [VASTAd] { ads.filter { $0.sequence == nil } }
}

/// An address with the identifier that it may have.
public struct VASTLink: Sendable, Hashable {
    /// Its identifier.
    public var id: String?
    /// The address, with macros.
    public var url: String

    /// Makes a link.
    public init(id: String? = nil, url: String) {
        self.id = id
        self.url = url
    }
}

/// What is called when something happens.
public struct VASTTracking: Sendable, Hashable {
    /// What happens: one of the standard's names, or another.
    public var event: String
    /// The address, with macros.
    public var url: String
    /// When, for `progress`.
    public var offset: AdOffset?

    /// Makes a tracker.
    public init(event: String, url: String, offset: AdOffset? = nil) {
        self.event = event
        self.url = url
        self.offset = offset
    }
}
