/// A part of an ad: linear, non-linear, or companions.
public struct VASTCreative: Sendable, Hashable {
    /// An identifier of an ad registry.
    public struct UniversalAdID: Sendable, Hashable {
        /// The registry, such as `ad-id.org`.
        public var registry: String
        /// The identifier in the registry.
        public var value: String
    }

    /// The identifier.
    public var id: String?
    /// The position among the ad's creatives.
    public var sequence: Int?
    /// The identifier at the ad server.
    public var adID: String?
    /// The required framework.
    public var apiFramework: String?
    /// The identifiers of registries.
    public var universalAdIDs: [UniversalAdID] = []
    /// The linear part, which replaces the content.
    public var linear: VASTLinear?
    /// The overlays.
    public var nonLinears: [VASTNonLinear] = []
    /// The trackers of the overlays.
    public var nonLinearTracking: [VASTTracking] = []
    /// The companions.
    public var companions: [VASTCompanion] = []
    /// The number of companions that must be shown: `all`, `any` or `none`.
    public var companionsRequired: String?
    /// The vendors' extensions, unparsed.
    public var extensions: [XMLElement] = []

    /// Creates an empty creative.
    public init() {}
}

/// The linear part of a creative, which replaces the content.
public struct VASTLinear: Sendable, Hashable {
    /// A media file or stream.
    public struct MediaFile: Sendable, Hashable {
        /// The identifier.
        public var id: String?
        /// The URL.
        public var url: String
        /// The delivery: `progressive` or `streaming`.
        public var delivery: String?
        /// The MIME type.
        public var type: String?
        /// The codec (RFC 4281); often invalid.
        public var codec: String?
        /// The picture's width in pixels; 0 for audio.
        public var width: Int?
        /// The picture's height in pixels.
        public var height: Int?
        /// The mean bitrate in kbit/s.
        public var bitrate: Int?
        /// The minimum bitrate in kbit/s.
        public var minBitrate: Int?
        /// The maximum bitrate in kbit/s.
        public var maxBitrate: Int?
        /// Whether the picture may be scaled.
        public var isScalable: Bool?
        /// Whether scaling keeps the aspect ratio.
        public var maintainsAspectRatio: Bool?
        /// The required framework, such as `VPAID`.
        public var apiFramework: String?
        /// The size in bytes.
        public var fileSize: Int?
        /// The kind of media: `2D`, `3D` or `360`.
        public var mediaType: String?

        /// Creates a media file.
        public init(url: String, type: String? = nil) {
            self.url = url
            self.type = type
        }
    }

    /// A page that runs beside the media (SIMID).
    public struct InteractiveFile: Sendable, Hashable {
        /// The URL.
        public var url: String
        /// The MIME type.
        public var type: String?
        /// The framework, such as `SIMID`.
        public var apiFramework: String?
        /// Whether the page may change the ad's duration.
        public var isVariableDuration: Bool?
    }

    /// A captions file.
    public struct CaptionFile: Sendable, Hashable {
        /// The URL.
        public var url: String
        /// The MIME type.
        public var type: String?
        /// The language.
        public var language: String?
    }

    /// The duration in seconds; `nil` in wrappers, and if it is missing.
    public var duration: Double?
    /// The skip offset; `nil` if the ad is not skippable.
    public var skipOffset: AdOffset?
    /// The media files, of which one is played.
    public var mediaFiles: [MediaFile] = []
    /// The source files for transcoding by servers (VAST 4.0).
    public var mezzanines: [MediaFile] = []
    /// The interactive files (VAST 4.0).
    public var interactiveFiles: [InteractiveFile] = []
    /// The captions files (VAST 4.1).
    public var captionFiles: [CaptionFile] = []
    /// The parameters of an interactive file.
    public var adParameters: String?
    /// The trackers.
    public var trackingEvents: [VASTTracking] = []
    /// The click-through link.
    public var clickThrough: VASTLink?
    /// The links to request for a click.
    public var clickTracking: [VASTLink] = []
    /// The links to request for other interactions.
    public var customClicks: [VASTLink] = []
    /// The icons.
    public var icons: [VASTIcon] = []

    /// Creates an empty linear part.
    public init() {}
}
