/// An ad, or where to ask for one.
public struct VASTAd: Sendable, Hashable {
    /// Which ad server it is from.
    public struct System: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// Its version.
        public var version: String?
    }

    /// Who advertises.
    public struct Advertiser: Sendable, Hashable {
        /// Its identifier at the ad server.
        public var id: String?
        /// Its name.
        public var name: String
    }

    /// What it costs.
    public struct Pricing: Sendable, Hashable {
        /// How it is counted, such as `CPM`.
        public var model: String?
        /// The currency, such as `USD`.
        public var currency: String?
        /// The price.
        public var value: Double
    }

    /// What it is about.
    public struct Category: Sendable, Hashable {
        /// Whose list of categories.
        public var authority: String?
        /// The category.
        public var name: String
    }

    /// What makes a wrapper.
    public struct Wrapper: Sendable, Hashable {
        /// The tag to ask; `nil` where it says none.
        public var url: String?
        /// Whether wrappers in the answer are followed.
        public var followsAdditionalWrappers = true
        /// Whether the answer's pods and further ads are shown.
        public var allowsMultipleAds = false
        /// Whether a stand-alone ad of the same document stands in where the answer has no ad.
        public var fallsBackOnNoAd: Bool?
        /// Categories that ads in the answer must not be of.
        public var blockedCategories: [Category] = []
    }

    /// Its identifier.
    public var id: String?
    /// Its place in the pod; `nil` for a stand-alone ad.
    public var sequence: Int?
    /// `video`, `audio` or `hybrid` (VAST 4.1).
    public var adType: String?
    /// Whether it may end without anything shown (VAST 4.0).
    public var isConditional: Bool?
    /// Where to ask for the ad; `nil` for an ad that is here (inline).
    public var wrapper: Wrapper?
    /// Which ad server it is from.
    public var system: System?
    /// Its title.
    public var title: String?
    /// Its identifier of this very serving (VAST 4.1).
    public var servingID: String?
    /// What it shows, in words.
    public var details: String?
    /// Who advertises.
    public var advertiser: Advertiser?
    /// What it costs.
    public var pricing: Pricing?
    /// What it is about.
    public var categories: [Category] = []
    /// After how many seconds it must be asked for anew (VAST 4.1).
    public var expires: Double?
    /// What is called when it is shown.
    public var impressions: [VASTLink] = []
    /// What is called when it is known whether it was visible.
    public var viewableImpression: VASTViewableImpression?
    /// What is called when it fails.
    public var errorURLs: [String] = []
    /// Surveys about it (until VAST 4.0).
    public var surveys: [String] = []
    /// What it is made of.
    public var creatives: [VASTCreative] = []
    /// What vendors add, as it is.
    public var extensions: [XMLElement] = []
    /// Who measures it, also where an extension says so, as before VAST 4.1.
    public var verifications: [VASTVerification] = []
    /// The line of the document that it begins in.
    public var line = 0

    /// Makes an ad that says nothing.
    public init() {}

    /// The address that a stand-in is asked at; `nil` for an inline ad and for a wrapper that says none.
    public var wrapperURL: String? { wrapper?.url }
}

/// What is called when it is known whether an ad was visible (VAST 4.0).
public struct VASTViewableImpression: Sendable, Hashable {
    /// Its identifier.
    public var id: String?
    /// It was.
    public var viewable: [String] = []
    /// It was not.
    public var notViewable: [String] = []
    /// Nobody can tell.
    public var viewUndetermined: [String] = []
}

/// Code that measures an ad (VAST 4.0; Open Measurement).
public struct VASTVerification: Sendable, Hashable {
    /// A script or program.
    public struct Resource: Sendable, Hashable {
        /// Its address.
        public var url: String
        /// What runs it, such as `omid`.
        public var apiFramework: String?
        /// Whether it can run without the framework's access.
        public var isBrowserOptional: Bool?
        /// Its type, of programs.
        public var type: String?
    }

    /// Who measures.
    public var vendor: String?
    /// Scripts.
    public var scripts: [Resource] = []
    /// Programs.
    public var executables: [Resource] = []
    /// What the code is given.
    public var parameters: String?
    /// What is called, such as `verificationNotExecuted`.
    public var trackingEvents: [VASTTracking] = []
}
