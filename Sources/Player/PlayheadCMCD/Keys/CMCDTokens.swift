/// The kind of a requested object; the raw value is its token.
package enum CMCDObjectType: String, Sendable, Hashable, CaseIterable {
    /// A text file such as a manifest or playlist.
    case manifest = "m"
    /// Audio only.
    case audio = "a"
    /// Video only.
    case video = "v"
    /// Audio and video together.
    case muxed = "av"
    /// An initialization segment.
    case initialization = "i"
    /// Captions or subtitles.
    case captions = "c"
    /// A timed text track in ISO base media files.
    case timedText = "tt"
    /// A decryption key, license or certificate.
    case key = "k"
    /// Another object.
    case other = "o"
}

/// The state of a player; the raw value is its token.
package enum CMCDPlayerState: String, Sendable, Hashable, CaseIterable {
    /// Starting, as the user or autoplay requested.
    case starting = "s"
    /// Media is being rendered.
    case playing = "p"
    /// The playhead is being moved.
    case seeking = "k"
    /// Rendering has stopped because the buffer is empty.
    case rebuffering = "r"
    /// Paused.
    case paused = "a"
    /// Paused by the player.
    case waiting = "w"
    /// The media has ended.
    case ended = "e"
    /// Rendering has ended by an error.
    case failed = "f"
    /// The user has ended playback before the end of the media.
    case quit = "q"
    /// Loading ahead of a later start.
    case preloading = "d"

    /// Whether objects are needed urgently in this state, because no media is rendered although playback is intended.
    var isUrgent: Bool { [.starting, .seeking, .rebuffering].contains(self) }
}

/// The kind of a stream; the raw value is its token.
package enum CMCDStreamType: String, Sendable, Hashable, CaseIterable {
    /// All segments are available.
    case onDemand = "v"
    /// Segments become available over time.
    case live = "l"
    /// Live with low latency; version 2.
    case lowLatency = "ll"
}

/// The streaming format; the raw value is its token.
package enum CMCDStreamingFormat: String, Sendable, Hashable, CaseIterable {
    /// MPEG-DASH.
    case dash = "d"
    /// HTTP Live Streaming.
    case hls = "h"
    /// HESP; version 2.
    case hesp = "e"
    /// Smooth Streaming.
    case smooth = "s"
    /// Another format.
    case other = "o"
}

/// An event that is reported in version 2; the raw value is its token.
public enum CMCDEvent: String, Sendable, Hashable, CaseIterable {
    /// An ad break started.
    case adBreakStart = "abs"
    /// An ad break ended.
    case adBreakEnd = "abe"
    /// An ad ended.
    case adEnd = "ae"
    /// An ad started.
    case adStart = "as"
    /// The player became invisible or visible.
    case backgrounded = "b"
    /// The requested bit rate changed.
    case bitrateChange = "bc"
    /// The content changed.
    case contentID = "c"
    /// A custom event.
    case custom = "ce"
    /// An error.
    case error = "e"
    /// The host of the content changed.
    case host = "h"
    /// The sound was muted.
    case mute = "m"
    /// The user made the player smaller.
    case collapse = "pc"
    /// The user made the player larger.
    case expand = "pe"
    /// The rate of playback changed.
    case rateChange = "pr"
    /// The state of the player changed.
    case playState = "ps"
    /// A response was received.
    case response = "rr"
    /// The user skipped an ad.
    case skip = "sk"
    /// The interval between reports has passed.
    case interval = "t"
    /// The sound is no longer muted.
    case unmute = "um"

    /// The key without which the event says nothing.
    var requiredKey: CMCDKey? {
        switch self {
        case .playState: .state
        case .rateChange: .rate
        case .contentID: .contentID
        case .bitrateChange: .bitrate
        case .error: .errorCodes
        case .host: .host
        case .custom: .customEventName
        case .response: .url
        default: nil
        }
    }
}
