/// One part of an ad: something in the video, over it, or beside it.
public struct VASTCreative: Sendable, Hashable {
    /// An identifier from a registry of ads.
    public struct UniversalAdID: Sendable, Hashable {
        /// The registry, such as `ad-id.org`.
        public var registry: String
        /// The identifier there.
        public var value: String
    }

    /// Its identifier.
    public var id: String?
    /// Its place among the ad's creatives.
    public var sequence: Int?
    /// Its identifier at the ad server.
    public var adID: String?
    /// What is needed to run it.
    public var apiFramework: String?
    /// Its identifiers from registries.
    public var universalAdIDs: [UniversalAdID] = []
    /// What is played instead of the content.
    public var linear: VASTLinear?
    /// What is shown over the content, and what is called for it.
    public var nonLinears: [VASTNonLinear] = []
    /// What is called for what is shown over the content.
    public var nonLinearTracking: [VASTTracking] = []
    /// What is shown beside the content.
    public var companions: [VASTCompanion] = []
    /// How many of the companions have to be shown: `all`, `any` or `none`.
    public var companionsRequired: String?
    /// What vendors add, as it is.
    public var extensions: [XMLElement] = []

    /// Makes a creative that says nothing.
    public init() {}
}

/// What is played instead of the content.
public struct VASTLinear: Sendable, Hashable {
    /// What is played, as a file or stream.
    public struct MediaFile: Sendable, Hashable {
        /// Its identifier.
        public var id: String?
        /// Its address.
        public var url: String
        /// `progressive` or `streaming`.
        public var delivery: String?
        /// Its MIME type.
        public var type: String?
        /// Its codec, after RFC 4281; often of no use.
        public var codec: String?
        /// The picture's width in pixels; 0 for sound.
        public var width: Int?
        /// The picture's height in pixels.
        public var height: Int?
        /// Its mean bit rate in kbit/s.
        public var bitrate: Int?
        /// Its lowest bit rate in kbit/s.
        public var minBitrate: Int?
        /// Its highest bit rate in kbit/s.
        public var maxBitrate: Int?
        /// Whether it may be shown in another size.
        public var isScalable: Bool?
        /// Whether it keeps its shape then.
        public var maintainsAspectRatio: Bool?
        /// What is needed to run it, such as `VPAID`.
        public var apiFramework: String?
        /// Its size in bytes.
        public var fileSize: Int?
        /// `2D`, `3D` or `360`.
        public var mediaType: String?

        /// Makes a media file.
        public init(url: String, type: String? = nil) {
            self.url = url
            self.type = type
        }
    }

    /// A page that runs beside the media (SIMID).
    public struct InteractiveFile: Sendable, Hashable {
        /// Its address.
        public var url: String
        /// Its MIME type.
        public var type: String?
        /// What runs it, such as `SIMID`.
        public var apiFramework: String?
        /// Whether it may change the ad's duration.
        public var isVariableDuration: Bool?
    }

    /// Captions.
    public struct CaptionFile: Sendable, Hashable {
        /// Its address.
        public var url: String
        /// Its MIME type.
        public var type: String?
        /// Its language.
        public var language: String?
    }

    /// How long it is, in seconds; `nil` in wrappers and where it isn't told.
    public var duration: Double?
    /// When it can be skipped; `nil` where it can't.
    public var skipOffset: AdOffset?
    /// What can be played, of which one is.
    public var mediaFiles: [MediaFile] = []
    /// What servers make other files of (VAST 4.0).
    public var mezzanines: [MediaFile] = []
    /// What runs beside the media (VAST 4.0).
    public var interactiveFiles: [InteractiveFile] = []
    /// Its captions (VAST 4.1).
    public var captionFiles: [CaptionFile] = []
    /// What an interactive file is given.
    public var adParameters: String?
    /// What is called when something happens.
    public var trackingEvents: [VASTTracking] = []
    /// What a click opens.
    public var clickThrough: VASTLink?
    /// What is called at a click.
    public var clickTracking: [VASTLink] = []
    /// What is called at other interactions.
    public var customClicks: [VASTLink] = []
    /// Small pictures over the ad.
    public var icons: [VASTIcon] = []

    /// Makes one that says nothing.
    public init() {}
}
