import PlayheadCore

/// The environment of a creative, which is sent to it for initialization (SIMID 1.2 §4.3.7).
package struct SIMIDEnvironment: Sendable, Hashable {
    /// A rectangle of the view, in CSS pixels.
    package struct Area: Sendable, Hashable {
        /// The distance from the left.
        package var x = 0.0
        /// The distance from the top.
        package var y = 0.0
        /// The width.
        package var width: Double
        /// The height.
        package var height: Double

        /// Creates an area.
        package init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        var value: EventValue { .object(["x": .double(x), "y": .double(y), "width": .double(width), "height": .double(height)]) }
    }

    /// The area of the video.
    package var video: Area
    /// The area of the creative.
    package var creative: Area
    /// Whether the player is in full screen.
    package var isFullscreen = false
    /// Whether the player supports full screen.
    package var allowsFullscreen = true
    /// The position from which the ad is skippable, in seconds; `nil` if it is not.
    package var skipOffset: Double?
    /// The volume, from 0 to 1.
    package var volume = 1.0
    /// Whether the sound is muted.
    package var isMuted = false
    /// The parameters in the document (`AdParameters`).
    package var parameters = ""
    /// The click-through URL.
    package var clickThrough: String?

    /// Creates an environment in which the creative covers the video.
    package init(video: Area) {
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
        // §4.3.7 uses the first name, while implementations and the IAB's own examples use the second.
        for name in ["clickThruUrl", "clickThruUri"] { creative[name] = clickThrough.map { .string($0) } }
        return ["environmentData": .object(environment), "creativeData": .object(creative)]
    }
}
