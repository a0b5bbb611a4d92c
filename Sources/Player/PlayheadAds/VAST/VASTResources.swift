/// A resource that is shown over or beside the content.
package struct VASTResource: Sendable, Hashable {
    /// The kind of a resource.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The URL of an image or script.
        case `static`
        /// The URL of a page.
        case iframe
        /// An HTML text.
        case html
    }

    /// The kind.
    package var kind: Kind
    /// The URL or the HTML.
    package var content: String
    /// The MIME type of a static resource.
    package var creativeType: String?

    /// Creates a resource.
    package init(_ kind: Kind, _ content: String, creativeType: String? = nil) {
        self.kind = kind
        self.content = content
        self.creativeType = creativeType
    }
}

/// A companion, which is shown beside the content.
package struct VASTCompanion: Sendable, Hashable {
    /// The identifier.
    package var id: String?
    /// The width in pixels.
    package var width: Int?
    /// The height in pixels.
    package var height: Int?
    /// The width of the image.
    package var assetWidth: Int?
    /// The height of the image.
    package var assetHeight: Int?
    /// The width after expansion.
    package var expandedWidth: Int?
    /// The height after expansion.
    package var expandedHeight: Int?
    /// The required framework.
    package var apiFramework: String?
    /// The id of the ad slot on the page.
    package var adSlotID: String?
    /// The pixel ratio.
    package var pixelRatio: Double?
    /// The rendering mode: `default`, `end-card` or `concurrent` (VAST 4.1).
    package var renderingMode: String?
    /// The alternative resources.
    package var resources: [VASTResource] = []
    /// The parameters of a page.
    package var adParameters: String?
    /// The alternative text.
    package var alternativeText: String?
    /// The click-through URL.
    package var clickThrough: String?
    /// The links to request for a click.
    package var clickTracking: [VASTLink] = []
    /// The trackers.
    package var trackingEvents: [VASTTracking] = []

    /// Creates an empty companion.
    package init() {}
}

/// A non-linear part of a creative: an overlay over the content.
package struct VASTNonLinear: Sendable, Hashable {
    /// The identifier.
    package var id: String?
    /// The width in pixels.
    package var width: Int?
    /// The height in pixels.
    package var height: Int?
    /// The width after expansion.
    package var expandedWidth: Int?
    /// The height after expansion.
    package var expandedHeight: Int?
    /// Whether the overlay may be scaled.
    package var isScalable: Bool?
    /// Whether scaling keeps the aspect ratio.
    package var maintainsAspectRatio: Bool?
    /// The minimum suggested duration in seconds.
    package var minSuggestedDuration: Double?
    /// The required framework.
    package var apiFramework: String?
    /// The alternative resources.
    package var resources: [VASTResource] = []
    /// The parameters of a page.
    package var adParameters: String?
    /// The click-through URL.
    package var clickThrough: String?
    /// The links to request for a click.
    package var clickTracking: [VASTLink] = []

    /// Creates an empty overlay.
    package init() {}
}

/// An icon over the ad, such as that of AdChoices.
package struct VASTIcon: Sendable, Hashable {
    /// The position of an icon along one axis.
    package enum Place: Sendable, Hashable {
        /// The distance from the left or the top, in pixels.
        case pixels(Int)
        /// The left or the top.
        case start
        /// The right or the bottom.
        case end
    }

    /// The program. One icon per program is shown.
    package var program: String?
    /// The width in pixels.
    package var width: Int?
    /// The height in pixels.
    package var height: Int?
    /// The horizontal position.
    package var x: Place?
    /// The vertical position.
    package var y: Place?
    /// The time at which the icon appears, in seconds.
    package var offset: Double?
    /// The duration for which the icon is shown, in seconds.
    package var duration: Double?
    /// The required framework.
    package var apiFramework: String?
    /// The pixel ratio.
    package var pixelRatio: Double?
    /// The alternative text.
    package var alternativeText: String?
    /// The alternative resources.
    package var resources: [VASTResource] = []
    /// The click-through URL.
    package var clickThrough: String?
    /// The links to request for a click.
    package var clickTracking: [VASTLink] = []
    /// The URLs to request when the icon is shown.
    package var viewTracking: [String] = []

    /// Creates an empty icon.
    package init() {}
}
