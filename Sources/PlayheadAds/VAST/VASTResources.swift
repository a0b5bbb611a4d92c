/// A resource that is shown over or beside the content.
public struct VASTResource: Sendable, Hashable {
    /// The kind of a resource.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The URL of an image or script.
        case `static`
        /// The URL of a page.
        case iframe
        /// An HTML text.
        case html
    }

    /// The kind.
    public var kind: Kind
    /// The URL or the HTML.
    public var content: String
    /// The MIME type of a static resource.
    public var creativeType: String?

    /// Creates a resource.
    public init(_ kind: Kind, _ content: String, creativeType: String? = nil) {
        self.kind = kind
        self.content = content
        self.creativeType = creativeType
    }
}

/// A companion, which is shown beside the content.
public struct VASTCompanion: Sendable, Hashable {
    /// The identifier.
    public var id: String?
    /// The width in pixels.
    public var width: Int?
    /// The height in pixels.
    public var height: Int?
    /// The width of the image.
    public var assetWidth: Int?
    /// The height of the image.
    public var assetHeight: Int?
    /// The width after expansion.
    public var expandedWidth: Int?
    /// The height after expansion.
    public var expandedHeight: Int?
    /// The required framework.
    public var apiFramework: String?
    /// The id of the ad slot on the page.
    public var adSlotID: String?
    /// The pixel ratio.
    public var pixelRatio: Double?
    /// The rendering mode: `default`, `end-card` or `concurrent` (VAST 4.1).
    public var renderingMode: String?
    /// The alternative resources.
    public var resources: [VASTResource] = []
    /// The parameters of a page.
    public var adParameters: String?
    /// The alternative text.
    public var alternativeText: String?
    /// The click-through URL.
    public var clickThrough: String?
    /// The links to request for a click.
    public var clickTracking: [VASTLink] = []
    /// The trackers.
    public var trackingEvents: [VASTTracking] = []

    /// Creates an empty companion.
    public init() {}
}

/// A non-linear part of a creative: an overlay over the content.
public struct VASTNonLinear: Sendable, Hashable {
    /// The identifier.
    public var id: String?
    /// The width in pixels.
    public var width: Int?
    /// The height in pixels.
    public var height: Int?
    /// The width after expansion.
    public var expandedWidth: Int?
    /// The height after expansion.
    public var expandedHeight: Int?
    /// Whether the overlay may be scaled.
    public var isScalable: Bool?
    /// Whether scaling keeps the aspect ratio.
    public var maintainsAspectRatio: Bool?
    /// The minimum suggested duration in seconds.
    public var minSuggestedDuration: Double?
    /// The required framework.
    public var apiFramework: String?
    /// The alternative resources.
    public var resources: [VASTResource] = []
    /// The parameters of a page.
    public var adParameters: String?
    /// The click-through URL.
    public var clickThrough: String?
    /// The links to request for a click.
    public var clickTracking: [VASTLink] = []

    /// Creates an empty overlay.
    public init() {}
}

/// An icon over the ad, such as that of AdChoices.
public struct VASTIcon: Sendable, Hashable {
    /// The position of an icon along one axis.
    public enum Place: Sendable, Hashable {
        /// The distance from the left or the top, in pixels.
        case pixels(Int)
        /// The left or the top.
        case start
        /// The right or the bottom.
        case end
    }

    /// The program. One icon per program is shown.
    public var program: String?
    /// The width in pixels.
    public var width: Int?
    /// The height in pixels.
    public var height: Int?
    /// The horizontal position.
    public var x: Place?
    /// The vertical position.
    public var y: Place?
    /// The time at which the icon appears, in seconds.
    public var offset: Double?
    /// The duration for which the icon is shown, in seconds.
    public var duration: Double?
    /// The required framework.
    public var apiFramework: String?
    /// The pixel ratio.
    public var pixelRatio: Double?
    /// The alternative text.
    public var alternativeText: String?
    /// The alternative resources.
    public var resources: [VASTResource] = []
    /// The click-through URL.
    public var clickThrough: String?
    /// The links to request for a click.
    public var clickTracking: [VASTLink] = []
    /// The URLs to request when the icon is shown.
    public var viewTracking: [String] = []

    /// Creates an empty icon.
    public init() {}
}
