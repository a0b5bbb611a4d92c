/// What is shown over or beside the content.
public struct VASTResource: Sendable, Hashable {
    /// How it is given.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The address of a picture or script.
        case `static`
        /// The address of a page.
        case iframe
        /// HTML as it is.
        case html
    }

    /// How it is given.
    public var kind: Kind
    /// The address or the HTML.
    public var content: String
    /// The MIME type of a static resource.
    public var creativeType: String?

    /// Makes a resource.
    public init(_ kind: Kind, _ content: String, creativeType: String? = nil) {
        self.kind = kind
        self.content = content
        self.creativeType = creativeType
    }
}

/// What is shown beside the content.
public struct VASTCompanion: Sendable, Hashable {
    /// Its identifier.
    public var id: String?
    /// Its width in pixels.
    public var width: Int?
    /// Its height in pixels.
    public var height: Int?
    /// The width of the picture itself.
    public var assetWidth: Int?
    /// The height of the picture itself.
    public var assetHeight: Int?
    /// Its width once expanded.
    public var expandedWidth: Int?
    /// Its height once expanded.
    public var expandedHeight: Int?
    /// What is needed to run it.
    public var apiFramework: String?
    /// The place on the page that it is meant for.
    public var adSlotID: String?
    /// How much larger its pixels are.
    public var pixelRatio: Double?
    /// `default`, `end-card` or `concurrent` (VAST 4.1).
    public var renderingMode: String?
    /// What is shown, in several forms.
    public var resources: [VASTResource] = []
    /// What a page is given.
    public var adParameters: String?
    /// What is said instead of a picture.
    public var alternativeText: String?
    /// What a click opens.
    public var clickThrough: String?
    /// What is called at a click.
    public var clickTracking: [VASTLink] = []
    /// What is called when it is shown.
    public var trackingEvents: [VASTTracking] = []

    /// Makes one that says nothing.
    public init() {}
}

/// What is shown over the content.
public struct VASTNonLinear: Sendable, Hashable {
    /// Its identifier.
    public var id: String?
    /// Its width in pixels.
    public var width: Int?
    /// Its height in pixels.
    public var height: Int?
    /// Its width once expanded.
    public var expandedWidth: Int?
    /// Its height once expanded.
    public var expandedHeight: Int?
    /// Whether it may be shown in another size.
    public var isScalable: Bool?
    /// Whether it keeps its shape then.
    public var maintainsAspectRatio: Bool?
    /// How long it should be shown at least, in seconds.
    public var minSuggestedDuration: Double?
    /// What is needed to run it.
    public var apiFramework: String?
    /// What is shown, in several forms.
    public var resources: [VASTResource] = []
    /// What a page is given.
    public var adParameters: String?
    /// What a click opens.
    public var clickThrough: String?
    /// What is called at a click.
    public var clickTracking: [VASTLink] = []

    /// Makes one that says nothing.
    public init() {}
}

/// A small picture over the ad, such as that of AdChoices.
public struct VASTIcon: Sendable, Hashable {
    /// Where it is put along one side.
    public enum Place: Sendable, Hashable {
        /// Pixels from the left or the top.
        case pixels(Int)
        /// At the left, or at the top.
        case start
        /// At the right, or at the bottom.
        case end
    }

    /// What it is for. Of several icons of a program one is shown.
    public var program: String?
    /// Its width in pixels.
    public var width: Int?
    /// Its height in pixels.
    public var height: Int?
    /// Where it is put from left to right.
    public var x: Place?
    /// Where it is put from top to bottom.
    public var y: Place?
    /// When it appears, in seconds.
    public var offset: Double?
    /// How long it is shown, in seconds.
    public var duration: Double?
    /// What is needed to run it.
    public var apiFramework: String?
    /// How much larger its pixels are.
    public var pixelRatio: Double?
    /// What is said instead of the picture.
    public var alternativeText: String?
    /// What is shown, in several forms.
    public var resources: [VASTResource] = []
    /// What a click opens.
    public var clickThrough: String?
    /// What is called at a click.
    public var clickTracking: [VASTLink] = []
    /// What is called when it is shown.
    public var viewTracking: [String] = []

    /// Makes one that says nothing.
    public init() {}
}
