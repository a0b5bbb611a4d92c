/// A part of an ad: linear, non-linear, or companions.
package struct VASTCreative: Sendable, Hashable {
    /// An identifier of an ad registry.
    package struct UniversalAdID: Sendable, Hashable {
        /// The registry, such as `ad-id.org`.
        package var registry: String
        /// The identifier in the registry.
        package var value: String
    }

    /// The identifier.
    package var id: String?
    /// The position among the ad's creatives.
    package var sequence: Int?
    /// The identifier at the ad server.
    package var adID: String?
    /// The required framework.
    package var apiFramework: String?
    /// The identifiers of registries.
    package var universalAdIDs: [UniversalAdID] = []
    /// The linear part, which replaces the content.
    package var linear: VASTLinear?
    /// The overlays.
    package var nonLinears: [VASTNonLinear] = []
    /// The trackers of the overlays.
    package var nonLinearTracking: [VASTTracking] = []
    /// The companions.
    package var companions: [VASTCompanion] = []
    /// The number of companions that must be shown: `all`, `any` or `none`.
    package var companionsRequired: String?
    /// The vendors' extensions, unparsed.
    package var extensions: [XMLElement] = []

    /// Creates an empty creative.
    package init() {}
}

/// The linear part of a creative, which replaces the content.
package struct VASTLinear: Sendable, Hashable {
    /// A media file or stream.
    package struct MediaFile: Sendable, Hashable {
        /// The identifier.
        package var id: String?
        /// The URL.
        package var url: String
        /// The delivery: `progressive` or `streaming`.
        package var delivery: String?
        /// The MIME type.
        package var type: String?
        /// The codec (RFC 4281); often invalid.
        package var codec: String?
        /// The picture's width in pixels; 0 for audio.
        package var width: Int?
        /// The picture's height in pixels.
        package var height: Int?
        /// The mean bitrate in kbit/s.
        package var bitrate: Int?
        /// The minimum bitrate in kbit/s.
        package var minBitrate: Int?
        /// The maximum bitrate in kbit/s.
        package var maxBitrate: Int?
        /// Whether the picture may be scaled.
        package var isScalable: Bool?
        /// Whether scaling keeps the aspect ratio.
        package var maintainsAspectRatio: Bool?
        /// The required framework, such as `VPAID`.
        package var apiFramework: String?
        /// The size in bytes.
        package var fileSize: Int?
        /// The kind of media: `2D`, `3D` or `360`.
        package var mediaType: String?

        /// Creates a media file.
        package init(url: String, type: String? = nil) {
            self.url = url
            self.type = type
        }
    }

    /// A page that runs beside the media (SIMID).
    package struct InteractiveFile: Sendable, Hashable {
        /// The URL.
        package var url: String
        /// The MIME type.
        package var type: String?
        /// The framework, such as `SIMID`.
        package var apiFramework: String?
        /// Whether the page may change the ad's duration.
        package var isVariableDuration: Bool?
    }

    /// A captions file.
    package struct CaptionFile: Sendable, Hashable {
        /// The URL.
        package var url: String
        /// The MIME type.
        package var type: String?
        /// The language.
        package var language: String?
    }

    /// The duration in seconds; `nil` in wrappers, and if it is missing.
    package var duration: Double?
    /// The skip offset; `nil` if the ad is not skippable.
    package var skipOffset: AdOffset?
    /// The media files, of which one is played.
    package var mediaFiles: [MediaFile] = []
    /// The source files for transcoding by servers (VAST 4.0).
    package var mezzanines: [MediaFile] = []
    /// The interactive files (VAST 4.0).
    package var interactiveFiles: [InteractiveFile] = []
    /// The captions files (VAST 4.1).
    package var captionFiles: [CaptionFile] = []
    /// The parameters of an interactive file.
    package var adParameters: String?
    /// The trackers.
    package var trackingEvents: [VASTTracking] = []
    /// The click-through link.
    package var clickThrough: VASTLink?
    /// The links to request for a click.
    package var clickTracking: [VASTLink] = []
    /// The links to request for other interactions.
    package var customClicks: [VASTLink] = []
    /// The icons.
    package var icons: [VASTIcon] = []

    /// Creates an empty linear part.
    package init() {}
}
