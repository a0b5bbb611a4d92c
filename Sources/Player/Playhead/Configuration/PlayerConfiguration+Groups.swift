import Foundation
import PlayheadCore
import PlayheadTransport

extension PlayerConfiguration {
    /// The watchdogs of a player, in seconds. A watchdog ends the playback with an error.
    public struct Timeouts: Sendable, Hashable {
        /// The timeout for opening an item; 60 by default.
        public var opening = 60.0
        /// The timeout for buffering without new data; 30 by default.
        public var buffering = 30.0
        /// The timeout for playing without motion of the playhead; 10 by default.
        public var progress = 10.0

        /// Creates the defaults.
        public init() {}
    }

    /// The media that is kept loaded around the playhead.
    public struct Buffering: Sendable, Hashable {
        /// The duration that is loaded ahead of the playhead, in seconds; 30 by default.
        public var forwardDuration = 30.0
        /// The duration that is kept behind the playhead, in seconds, for seeking back without network; 30 by default.
        public var backDuration = 30.0

        /// Creates the defaults.
        public init() {}
    }

    /// The limits of the selection of quality levels, and its start.
    public struct Quality: Sendable {
        /// The index of the first level, from 1; `nil`, the default, leaves the selection to the player.
        public var initialLevel: Int?
        /// The maximum bit rate of automatic selection, in bits per second; `nil`, the default, sets no limit.
        /// ``Player/maxBitrate`` changes it later.
        public var maxBitrate: Int?
        /// The maximum picture size of automatic selection, in pixels; `nil`, the default, sets no limit. ``Player/maxSize`` changes it.
        public var maxSize: PictureSize?
        /// The size of the view in pixels: automatic selection selects pictures no larger than needed to fill it. `nil`, the default, sets
        /// no limit. ``Player/viewSize`` changes it later.
        public var viewSize: PictureSize?
        /// Whether automatic selection selects the lowest level while no pictures are shown: in the background, such as a hidden window, and
        /// with ``Player/isVideoEnabled`` false. What was loaded of it is still played after that. False by default.
        public var lowersLevelWhenHidden = false
        /// The throughput that an earlier player measured, which determines the first level, unless it is older than four hours or of another
        /// network; `nil` by default. A player adds its own measurements, for each network separately: ``Player/throughputMemory``.
        public var throughputMemory: ThroughputMemory?

        /// Creates the defaults.
        public init() {}
    }

    /// The audio track that is selected, and the audio session.
    public struct Audio: Sendable {
        /// The preferred languages of the sound, best first, as BCP 47 tags; empty by default.
        public var languages: [String] = []
        /// The session that determines the purpose of the sound; interruptions pause players with sound. By default the process's session.
        public var session = AudioSession.shared
        /// Whether a missing audio device is a fatal error rather than a warning. False by default.
        public var requiresOutput = false

        /// Creates the defaults.
        public init() {}
    }

    /// The behaviour in live streams.
    public struct Live: Sendable, Hashable {
        /// Whether every live stream is played as DVR, however small its window. False by default.
        public var isDVR = false
        /// The minimum window of a live stream that is played as DVR, in seconds; 120 by default, 0 makes every live stream DVR.
        public var minimumDVRWindow = 120.0
        /// The position at which a live stream continues after a pause; by default the live edge if over 15 s behind, and in place in DVR.
        public var resume = LiveResume()
        /// The latency of streams with low latency, and the limits of its control; by default the latency that the origin declares.
        public var latency = LiveLatency()

        /// Creates the defaults.
        public init() {}
    }

    /// The behaviour between the items of the list.
    public struct Playlist: Sendable {
        /// Whether the list starts again after its last item. False by default.
        public var repeats = false
        /// The behaviour if an item fails to play, or to play to its end. The list stops by default.
        public var itemFailure = ItemFailurePolicy.stop
        /// The offset from which ``Player/nextUpItem`` is set; ten seconds before the end by default, `nil` for never.
        public var nextUpOffset: NextUpOffset? = .seconds(-10)
        /// Whether the next item is opened and loaded during the last seconds of the current one, so that there is no gap. True by default.
        public var preloadsNextItem = true

        /// Creates the defaults.
        public init() {}
    }

    /// The requests for media, playlists, keys and ads.
    public struct Network: Sendable {
        /// The loader of everything except local files; with `nil`, the default, each player has its own over HTTP.
        public var loader: (any Loader)?
        /// The options of all requests, unless items and their sources override them.
        public var assetOptions = AssetOptions()
        /// Files with additional trusted certificates in PEM, for servers with a private certificate authority; empty by default. Only the
        /// player's own loader uses them. No option trusts every server.
        public var certificateAuthorities: [URL] = []
        /// The conditions of the network, for items with restricted networks; by default those of the system, read for each request.
        public var conditions: @Sendable () -> NetworkConditions = { .ofSystem }
        /// Wraps the player's own loader below the retries, to simulate a network; `nil`, the default, does not.
        package var simulation: (@Sendable (any Loader) -> any Loader)?

        /// Creates the defaults.
        public init() {}
    }

    /// The ads of a player.
    public struct Ads: Sendable {
        /// The ads of items without ``PlaylistEntry/advertising``; `nil`, the default, shows none.
        public var advertising: AdConfiguration?
        /// Whether the interstitials of HLS playlists are played (EXT-X-DATERANGE of class `com.apple.hls.interstitial`). True by default.
        public var playsInterstitials = true
        /// Opens the target of an ad's click, HTTP or HTTPS, with `openBrowserOnAdClick`; by default in the desktop's browser.
        public var openURL: @MainActor (URL) -> Void = { Browser.open($0) }

        /// Creates the defaults.
        public init() {}
    }
}

/// The behaviour after an item of a list failed to play, or to play to its end.
public enum ItemFailurePolicy: String, Sendable, Hashable, CaseIterable {
    /// Playback ends with onSetupError or onError; the state is `error`.
    case stop
    /// The failure is reported with onWarning, and the next item opens. Without one, or if all items failed in a row, as with ``stop``.
    case skip
}

/// The position in an item from which a view shows the next item.
public enum NextUpOffset: Sendable, Hashable {
    /// The number of seconds from the start, or, if below 0, from the end.
    case seconds(Double)
    /// The percentage of the duration, 0 to 100, but at least five seconds before the end.
    case percent(Double)

    /// Returns the position in an item of `duration` seconds.
    func position(in duration: Double) -> Double {
        switch self {
        case .seconds(let seconds): seconds < 0 ? duration + seconds : seconds
        case .percent(let percent): min(duration * percent / 100, duration - 5)
        }
    }
}

/// The desktop's browser.
enum Browser {
    /// Opens a page; has no effect if the desktop has no browser.
    static func open(_ url: URL) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["xdg-open", url.absoluteString]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
