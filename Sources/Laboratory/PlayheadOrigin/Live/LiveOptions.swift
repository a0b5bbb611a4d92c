/// The options of a broadcast of a recording.
package struct LiveOptions: Sendable, Equatable {
    /// The part of the past that the playlists list.
    package enum Window: Sendable, Equatable {
        /// A number of segments.
        case segments(Int)
        /// A number of seconds.
        case dvr(Double)
        /// Everything since the beginning, as a playlist of type `EVENT` (RFC 8216bis §4.4.3.5).
        case event
    }

    /// The addressing of parts.
    package enum PartAddressing: String, Sendable {
        /// As separate resources.
        case resources
        /// As byte ranges of their segment.
        case byteRanges
    }

    /// The part of the past that the playlists list.
    package var window: Window
    /// The duration on air at time 0, in seconds; nil: the length of the window, or three target durations for an event.
    package var initialDuration: Double?
    /// The time when the broadcast ends with `EXT-X-ENDLIST`, in seconds; nil: never.
    package var endsAfter: Double?
    /// The date at time 0, in seconds since 1970, for `EXT-X-PROGRAM-DATE-TIME`; nil: no dates.
    package var startDate: Double?
    /// The media sequence number of the first segment.
    package var firstMediaSequence: Int
    /// Whether timestamps continue when the recording repeats, instead of a discontinuity. Only for fragmented MP4.
    package var isContinuous: Bool
    /// The addressing of parts; nil: no parts.
    package var parts: PartAddressing?
    /// The distance from the end, in seconds, beyond which delta updates skip segments (`CAN-SKIP-UNTIL`); nil: six target durations with
    /// parts, otherwise no delta updates.
    package var canSkipUntil: Double?
    /// Whether playlist reloads can block until an update (`CAN-BLOCK-RELOAD`); with parts they always can.
    package var canBlockReload: Bool
    /// Whether there is a manifest of DASH beside the playlists; it needs a date.
    package var hasManifest: Bool
    /// Whether the manifest refers to patches that update it.
    package var hasPatches: Bool
    /// A prefix under which every variant is listed a second time, as another host: `http://backup.example:80/`; nil: listed once.
    package var redundantBase: String?

    /// Creates options; the defaults are those of an ordinary live stream without dates.
    package init(
        window: Window = .segments(6), initialDuration: Double? = nil, endsAfter: Double? = nil, startDate: Double? = nil,
        firstMediaSequence: Int = 0, isContinuous: Bool = false, parts: PartAddressing? = nil, canSkipUntil: Double? = nil,
        canBlockReload: Bool = false, hasManifest: Bool = false, hasPatches: Bool = false, redundantBase: String? = nil
    ) {
        self.window = window
        self.initialDuration = initialDuration
        self.endsAfter = endsAfter
        self.startDate = startDate
        self.firstMediaSequence = firstMediaSequence
        self.isContinuous = isContinuous
        self.parts = parts
        self.canSkipUntil = canSkipUntil
        self.canBlockReload = canBlockReload
        self.hasManifest = hasManifest
        self.hasPatches = hasPatches
        self.redundantBase = redundantBase
    }
}
