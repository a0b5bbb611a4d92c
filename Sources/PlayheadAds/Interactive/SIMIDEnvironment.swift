import PlayheadCore

/// What a creative is told of where it is shown, when it is initialized (SIMID 1.2 §4.3.7).
public struct SIMIDEnvironment: Sendable, Hashable {
    /// A rectangle of the view, in pixels of a page.
    public struct Area: Sendable, Hashable {
        /// From the left.
        public var x = 0.0
        /// From the top.
        public var y = 0.0
        /// Across.
        public var width: Double
        /// Down.
        public var height: Double

        /// Makes an area.
        public init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        var value: EventValue { .object(["x": .double(x), "y": .double(y), "width": .double(width), "height": .double(height)]) }
    }

    /// Where the video is.
    public var video: Area
    /// Where the creative is.
    public var creative: Area
    /// Whether the player fills the screen.
    public var isFullscreen = false
    /// Whether it can.
    public var allowsFullscreen = true
    /// When the ad can be skipped, in seconds; `nil` where it can't.
    public var skipOffset: Double?
    /// The volume, 0 to 1.
    public var volume = 1.0
    /// Whether sound is off.
    public var isMuted = false
    /// What the document gives the creative (`AdParameters`).
    public var parameters = ""
    /// What a click opens.
    public var clickThrough: String?

    /// Makes an environment in which the creative covers the video.
    public init(video: Area) {
        self.video = video
        creative = video
    }

    /// The arguments of `SIMID:Player:init`.
    var arguments: EventFields {
        var environment: EventFields = [
            "videoDimensions": video.value, "creativeDimensions": creative.value, "fullscreen": .bool(isFullscreen),
            "fullscreenAllowed": .bool(allowsFullscreen), "variableDurationAllowed": false,
            "skippableState": skipOffset == nil ? "notSkippable" : "playerHandles", "version": "1.2", "muted": .bool(isMuted),
            "volume": .double(volume), "navigationSupport": "playerHandles",
        ]
        environment["skipoffset"] = skipOffset.map { .string(AdTime.text($0)) }
        var creative: EventFields = ["adParameters": .string(parameters)]
        // §4.3.7 has the one name, the field and the IAB's own examples the other.
        for name in ["clickThruUrl", "clickThruUri"] { creative[name] = clickThrough.map { .string($0) } }
        return ["environmentData": .object(environment), "creativeData": .object(creative)]
    }
}
