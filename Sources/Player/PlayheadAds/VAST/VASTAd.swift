/// An inline ad, or a wrapper.
package struct VASTAd: Sendable, Hashable {
    // It has more than 20 stored properties: one for each element of an ad in a VAST document.

    /// An ad server.
    package struct System: Sendable, Hashable {
        /// The name.
        package var name: String
        /// The version.
        package var version: String?
    }

    /// An advertiser.
    package struct Advertiser: Sendable, Hashable {
        /// The identifier at the ad server.
        package var id: String?
        /// The name.
        package var name: String
    }

    /// A price.
    package struct Pricing: Sendable, Hashable {
        /// The pricing model, such as `CPM`.
        package var model: String?
        /// The currency, such as `USD`.
        package var currency: String?
        /// The price.
        package var value: Double
    }

    /// A content category.
    package struct Category: Sendable, Hashable {
        /// The authority that defines the category.
        package var authority: String?
        /// The category.
        package var name: String
    }

    /// The wrapper of another ad.
    package struct Wrapper: Sendable, Hashable {
        /// The URL of the tag; `nil` if it is missing.
        package var url: String?
        /// Whether wrappers in the response are followed.
        package var followsAdditionalWrappers = true
        /// Whether the response's pod and further ads are allowed.
        package var allowsMultipleAds = false
        /// Whether a stand-alone ad of the same document is used if the response has no ad.
        package var fallsBackOnNoAd: Bool?
        /// The categories that ads in the response must not have.
        package var blockedCategories: [Category] = []
    }

    /// The identifier.
    package var id: String?
    /// The position in the pod; `nil` for a stand-alone ad.
    package var sequence: Int?
    /// The type: `video`, `audio` or `hybrid` (VAST 4.1).
    package var adType: String?
    /// Whether the ad may end without showing anything (VAST 4.0).
    package var isConditional: Bool?
    /// The wrapper; `nil` for an inline ad.
    package var wrapper: Wrapper?
    /// The ad server.
    package var system: System?
    /// The title.
    package var title: String?
    /// The identifier of this impression's serving (VAST 4.1).
    package var servingID: String?
    /// The description.
    package var details: String?
    /// The advertiser.
    package var advertiser: Advertiser?
    /// The price.
    package var pricing: Pricing?
    /// The categories.
    package var categories: [Category] = []
    /// The time in seconds after which the ad must be requested again (VAST 4.1).
    package var expires: Double?
    /// The URLs to request for the impression.
    package var impressions: [VASTLink] = []
    /// The URLs to request for the viewability.
    package var viewableImpression: VASTViewableImpression?
    /// The URLs to request for an error.
    package var errorURLs: [String] = []
    /// The surveys (until VAST 4.0).
    package var surveys: [String] = []
    /// The creatives.
    package var creatives: [VASTCreative] = []
    /// The vendors' extensions, unparsed.
    package var extensions: [XMLElement] = []
    /// The verifications, including those in extensions before VAST 4.1.
    package var verifications: [VASTVerification] = []
    /// The line of the document at which the ad starts.
    package var line = 0

    /// Creates an empty ad.
    package init() {}
}

/// The URLs to request for the viewability of an ad (VAST 4.0).
package struct VASTViewableImpression: Sendable, Hashable {
    /// The identifier.
    package var id: String?
    /// The URLs for a viewable impression.
    package var viewable: [String] = []
    /// The URLs for an impression that was not viewable.
    package var notViewable: [String] = []
    /// The URLs for an undetermined viewability.
    package var viewUndetermined: [String] = []
}

/// A verification of an ad (VAST 4.0; Open Measurement).
package struct VASTVerification: Sendable, Hashable {
    /// A script or program.
    package struct Resource: Sendable, Hashable {
        /// The URL.
        package var url: String
        /// The framework, such as `omid`.
        package var apiFramework: String?
        /// Whether the script can run without the framework.
        package var isBrowserOptional: Bool?
        /// The type of an executable.
        package var type: String?
    }

    /// The vendor.
    package var vendor: String?
    /// The scripts.
    package var scripts: [Resource] = []
    /// The executables.
    package var executables: [Resource] = []
    /// The parameters of the code.
    package var parameters: String?
    /// The trackers, such as `verificationNotExecuted`.
    package var trackingEvents: [VASTTracking] = []
}
