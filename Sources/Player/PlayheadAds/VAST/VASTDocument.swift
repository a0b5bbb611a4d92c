/// A VAST document: the response of an ad server (IAB VAST 2.0 to 4.3).
package struct VASTDocument: Sendable, Hashable {
    /// The version as written; `nil` if it is missing.
    package var version: String?
    /// The ads in the document's order.
    package var ads: [VASTAd]
    /// The URLs to request if the document has no ad (VAST 4.3 §3.2.1).
    package var errorURLs: [String]
    /// Whether the document contains unusable ads.
    package var hasUnusableAds = false
    /// The faults that do not make the document unusable.
    package var warnings: [AdWarning]

    /// Creates a document.
    package init(version: String? = nil, ads: [VASTAd] = [], errorURLs: [String] = [], warnings: [AdWarning] = []) {
        self.version = version
        self.ads = ads
        self.errorURLs = errorURLs
        self.warnings = warnings
    }

    /// The ads with a sequence number, in playback order; for equal numbers in the document's order.
    package var pod: [VASTAd] {
        let numbered = ads.enumerated().filter { $0.element.sequence != nil }
        return numbered.sorted { ($0.element.sequence ?? 0, $0.offset) < ($1.element.sequence ?? 0, $1.offset) }.map(\.element)
    }

    /// The ads without a sequence number: one is played, and the others replace failed ads (VAST 4.3 §3.3.1).
    package var standAloneAds: [VASTAd] { ads.filter { $0.sequence == nil } }
}

/// A URL with an optional identifier.
package struct VASTLink: Sendable, Hashable {
    /// The identifier.
    package var id: String?
    /// The URL with macros.
    package var url: String

    /// Creates a link.
    package init(id: String? = nil, url: String) {
        self.id = id
        self.url = url
    }
}

/// A tracker of an event.
package struct VASTTracking: Sendable, Hashable {
    /// The event: a name of the standard, or another one.
    package var event: String
    /// The URL with macros.
    package var url: String
    /// The position of a `progress` event.
    package var offset: AdOffset?

    /// Creates a tracker.
    package init(event: String, url: String, offset: AdOffset? = nil) {
        self.event = event
        self.url = url
        self.offset = offset
    }
}
