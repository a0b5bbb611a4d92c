/// An inline ad, or a wrapper.
public struct VASTAd: Sendable, Hashable {
    /// An ad server.
    public struct System: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The version.
        public var version: String?
    }

    /// An advertiser.
    public struct Advertiser: Sendable, Hashable {
        /// The identifier at the ad server.
        public var id: String?
        /// The name.
        public var name: String
    }

    /// A price.
    public struct Pricing: Sendable, Hashable {
        /// The pricing model, such as `CPM`.
        public var model: String?
        /// The currency, such as `USD`.
        public var currency: String?
        /// The price.
        public var value: Double
    }

    /// A content category.
    public struct Category: Sendable, Hashable {
        /// The authority that defines the category.
        public var authority: String?
        /// The category.
        public var name: String
    }

    /// The wrapper of another ad.
    public struct Wrapper: Sendable, Hashable {
        /// The URL of the tag; `nil` if it is missing.
        public var url: String?
        /// Whether wrappers in the response are followed.
        public var followsAdditionalWrappers = true
        /// Whether the response's pod and further ads are allowed.
        public var allowsMultipleAds = false
        /// Whether a stand-alone ad of the same document is used if the response has no ad.
        public var fallsBackOnNoAd: Bool?
        /// The categories that ads in the response must not have.
        public var blockedCategories: [Category] = []
    }

    /// The identifier.
    public var id: String?
    /// The position in the pod; `nil` for a stand-alone ad.
    public var sequence: Int?
    /// The type: `video`, `audio` or `hybrid` (VAST 4.1).
    public var adType: String?
    /// Whether the ad may end without showing anything (VAST 4.0).
    public var isConditional: Bool?
    /// The wrapper; `nil` for an inline ad.
    public var wrapper: Wrapper?
    /// The ad server.
    public var system: System?
    /// The title.
    public var title: String?
    /// The identifier of this impression's serving (VAST 4.1).
    public var servingID: String?
    /// The description.
    public var details: String?
    /// The advertiser.
    public var advertiser: Advertiser?
    /// The price.
    public var pricing: Pricing?
    /// The categories.
    public var categories: [Category] = []
    /// The time in seconds after which the ad must be requested again (VAST 4.1).
    public var expires: Double?
    /// The URLs to request for the impression.
    public var impressions: [VASTLink] = []
    /// The URLs to request for the viewability.
    public var viewableImpression: VASTViewableImpression?
    /// The URLs to request for an error.
    public var errorURLs: [String] = []
    /// The surveys (until VAST 4.0).
    public var surveys: [String] = []
    /// The creatives.
    public var creatives: [VASTCreative] = []
    /// The vendors' extensions, unparsed.
    public var extensions: [XMLElement] = []
    /// The verifications, including those in extensions before VAST 4.1.
    public var verifications: [VASTVerification] = []
    /// The line of the document at which the ad starts.
    public var line = 0

    /// Creates an empty ad.
    public init() {}

    /// The URL of a wrapper's tag; `nil` for an inline ad and for a wrapper without a tag.
    public var wrapperURL: String? { wrapper?.url }
}

/// The URLs to request for the viewability of an ad (VAST 4.0).
public struct VASTViewableImpression: Sendable, Hashable {
    /// The identifier.
    public var id: String?
    /// The URLs for a viewable impression.
    public var viewable: [String] = []
    /// The URLs for an impression that was not viewable.
    public var notViewable: [String] = []
    /// The URLs for an undetermined viewability.
    public var viewUndetermined: [String] = []
}

/// A verification of an ad (VAST 4.0; Open Measurement).
public struct VASTVerification: Sendable, Hashable {
    /// A script or program.
    public struct Resource: Sendable, Hashable {
        /// The URL.
        public var url: String
        /// The framework, such as `omid`.
        public var apiFramework: String?
        /// Whether the script can run without the framework.
        public var isBrowserOptional: Bool?
        /// The type of an executable.
        public var type: String?
    }

    /// The vendor.
    public var vendor: String?
    /// The scripts.
    public var scripts: [Resource] = []
    /// The executables.
    public var executables: [Resource] = []
    /// The parameters of the code.
    public var parameters: String?
    /// The trackers, such as `verificationNotExecuted`.
    public var trackingEvents: [VASTTracking] = []
}
