/// How a recording is broadcast.
package struct LiveOptions: Sendable, Equatable {
    /// How much of the past the playlists list.
    package enum Window: Sendable, Equatable {
        /// So many segments.
        case segments(Int)
        /// So many seconds.
        case dvr(Double)
        /// Everything since the beginning, as a playlist of type `EVENT` (RFC 8216bis §4.4.3.5).
        case event
    }

    /// How parts are named.
    package enum PartAddressing: String, Sendable {
        /// As resources of their own.
        case resources
        /// As byte ranges of their segment.
        case byteRanges
    }

    /// How much of the past the playlists list.
    package var window: Window
    /// How much has been on air at time 0, in seconds; nil: as much as fills the window, or three target durations of an event.
    package var initialDuration: Double?
    /// When it ends with `EXT-X-ENDLIST`, in seconds; nil: never.
    package var endsAfter: Double?
    /// The date at time 0, in seconds since 1970, for `EXT-X-PROGRAM-DATE-TIME`; nil: no dates.
    package var startDate: Double?
    /// The number of the first segment.
    package var firstMediaSequence: Int
    /// Whether timestamps go on when the recording is repeated, instead of a discontinuity. Only for fragmented MP4.
    package var isContinuous: Bool
    /// How parts are listed; nil: there are none.
    package var parts: PartAddressing?
    /// How far behind the end, in seconds, delta updates leave segments out (`CAN-SKIP-UNTIL`); nil: with parts six target durations, otherwise
    /// there are no delta updates.
    package var canSkipUntil: Double?
    /// Whether reloads may wait for what is new (`CAN-BLOCK-RELOAD`); with parts they always may.
    package var canBlockReload: Bool
    /// A prefix under which every variant is listed a second time, as another host: `http://backup.example:80/`. Nil: once.
    package var redundantBase: String?

    /// Makes options; those of an ordinary live stream without dates unless told otherwise.
    package init(
        window: Window = .segments(6), initialDuration: Double? = nil, endsAfter: Double? = nil, startDate: Double? = nil,
        firstMediaSequence: Int = 0, isContinuous: Bool = false, parts: PartAddressing? = nil, canSkipUntil: Double? = nil,
        canBlockReload: Bool = false, redundantBase: String? = nil
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
        self.redundantBase = redundantBase
    }
}
