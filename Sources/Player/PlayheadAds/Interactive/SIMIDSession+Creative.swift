import PlayheadCore

/// An event of the ad's media that is reported to the creative (SIMID 1.2 §4.2), for information only.
package enum SIMIDMediaEvent: Sendable, Hashable {
    /// The duration of the media, in seconds.
    case duration(Double)
    /// The playhead in seconds; at least four times a second.
    case time(Double)
    /// Playback was requested.
    case play
    /// Playback started.
    case playing
    /// Playback was paused.
    case pause
    /// Playback waits for data.
    case stalled
    /// Playback reached the end.
    case ended
    /// The volume, from 0 to 1, and whether the sound is muted.
    case volume(Double, isMuted: Bool)
    /// Playback failed.
    case error(String)
}

/// The state of the ad's media, for a creative that requests it.
struct SIMIDMediaState: Sendable, Hashable {
    var time = 0.0
    var duration: Double?
    var isPaused = false
    /// Whether the creative has requested the present pause.
    var isPausedByCreative = false
    var isEnded = false
}

extension SIMIDSession {
    // MARK: Media

    mutating func handle(_ event: SIMIDMediaEvent) {
        let (type, arguments): (String, EventFields) =
            switch event {
            case .duration(let seconds): ("durationchange", ["duration": .double(seconds)])
            case .time(let seconds): ("timeupdate", ["currentTime": .double(seconds)])
            case .play: ("play", [:])
            case .playing: ("playing", [:])
            case .pause: ("pause", [:])
            case .stalled: ("stalled", [:])
            case .ended: ("ended", [:])
            case .volume(let volume, let isMuted): ("volumechange", ["volume": .double(volume), "muted": .bool(isMuted)])
            case .error(let message): ("error", ["message": .string(message)])
            }
        keep(event)
        notify("SIMID:Media:" + type, arguments)
    }

    private mutating func keep(_ event: SIMIDMediaEvent) {
        switch event {
        case .duration(let seconds): media.duration = seconds
        case .time(let seconds): media.time = seconds
        case .play, .playing: (media.isPaused, media.isPausedByCreative) = (false, false)
        case .pause: (media.isPaused, media.isPausedByCreative) = (true, interaction.consumePause(at: now))
        case .ended: media.isEnded = true
        case .volume(let volume, let isMuted): (environment.volume, environment.isMuted) = (volume, isMuted)
        case .stalled, .error: break
        }
    }

    mutating func resize(_ video: SIMIDEnvironment.Area, _ isFullscreen: Bool) {
        (environment.video, environment.creative, environment.isFullscreen) = (video, video, isFullscreen)
        notifySize()
    }

    mutating func notifySize() {
        notify(
            "SIMID:Player:resize",
            [
                "videoDimensions": environment.video.value, "creativeDimensions": environment.creative.value,
                "fullscreen": .bool(environment.isFullscreen),
            ])
    }

    mutating func notifySound() {
        notify("SIMID:Media:volumechange", ["volume": .double(environment.volume), "muted": .bool(environment.isMuted)])
    }

    // MARK: What the creative asks for

    mutating func takeRequest(_ message: SIMIDMessage) {
        let name = message.type.hasPrefix("SIMID:Creative:") ? String(message.type.dropFirst("SIMID:Creative:".count)) : ""
        let arguments = message.arguments
        switch name {
        case "log": outputs.append(.log(arguments.text("message") ?? ""))
        case "getMediaState": resolve(message, mediaState)
        case "clickThru": click(message)
        case "reportTracking": report(message)
        case "requestPause":
            if media.isPaused || interaction.isPausing { reject(message, "the ad is paused") } else { grantActive(message, .pause) }
        case "requestPlay": if media.isPaused { grantContinuing(message, .play) } else { reject(message, "the ad is not paused") }
        case "requestSkip": if canBeSkipped { grantContinuing(message, .skip) } else { reject(message, "the ad can't be skipped") }
        case "requestStop": grantContinuing(message, .stop)
        case "requestNavigation": navigate(message)
        case "requestFullscreen", "requestFullScreen": changeFullscreen(message, to: true)
        case "requestExitFullscreen", "requestExitFullScreen": changeFullscreen(message, to: false)
        case "requestChangeVolume": changeVolume(message)
        case "requestChangeAdDuration": reject(message, "the duration of the ad can't be changed", code: 1202)
        case "requestResize", "expandNonlinear", "collapseNonlinear":
            reject(message, "the creative always covers the video", code: Self.tooMuch)
        default: reject(message, "the request is unknown", code: Self.tooMuch)
        }
    }

    /// The error code for "The creative is requesting more functionality than the player is willing to support."
    private static let tooMuch = 1203

    /// Performs a request that requires recent activity of the viewer.
    private mutating func grantActive(_ message: SIMIDMessage, _ output: Output) {
        guard interaction.isFresh(at: now) else { return reject(message, "the viewer did not request it", code: Self.tooMuch) }
        grant(message, output)
    }

    /// Performs a request after which playback continues, unless somebody else than the creative has paused the ad: the viewer, the app, or
    /// an interruption.
    private mutating func grantContinuing(_ message: SIMIDMessage, _ output: Output) {
        guard !media.isPaused || media.isPausedByCreative || interaction.isFresh(at: now) else {
            return reject(message, "the creative did not pause the ad", code: Self.tooMuch)
        }
        grant(message, output)
    }

    private mutating func grant(_ message: SIMIDMessage, _ output: Output) {
        switch output {
        case .pause, .open: if !media.isPaused { interaction.expectPause() }
        default: break
        }
        resolve(message)
        outputs.append(output)
    }

    private mutating func changeFullscreen(_ message: SIMIDMessage, to isFullscreen: Bool) {
        guard environment.allowsFullscreen else { return reject(message, "full screen is unavailable", code: Self.tooMuch) }
        guard environment.isFullscreen != isFullscreen else {
            return reject(message, "the player is already \(isFullscreen ? "in full screen" : "in its window")")
        }
        grantActive(message, .fullscreen(isFullscreen))
    }

    private var canBeSkipped: Bool { environment.skipOffset.map { media.time >= $0 } ?? false }

    private var mediaState: EventFields {
        [
            "currentTime": .double(media.time), "duration": media.duration.map { .double($0) } ?? .null, "ended": .bool(media.isEnded),
            "paused": .bool(media.isPaused), "muted": .bool(environment.isMuted), "volume": .double(environment.volume),
            "fullscreen": .bool(environment.isFullscreen),
        ]
    }

    private mutating func click(_ message: SIMIDMessage) {
        let arguments = message.arguments
        guard interaction.consumeClick(at: now) else { return reject(message, "the viewer did not click", code: 1219) }
        func place(_ key: String) -> Int? { arguments.number(key).flatMap { Int(exactly: $0.rounded()) } }
        // If the creative opens the page itself, only the trackers are requested.
        let isOurs = arguments.flag("playerHandles") ?? true
        let wanted = isOurs ? arguments.text("url") ?? arguments.text("uri") ?? environment.clickThrough : nil
        let url = wanted.flatMap { AdAddress.openable($0) }.flatMap { interaction.consumeOpening(at: now) ? $0 : nil }
        if url != nil, !media.isPaused { interaction.expectPause() }
        resolve(message)
        outputs.append(.click(url: url, x: place("x"), y: place("y")))
    }

    /// The maximum number of tracking URLs of a creative, so that they do not displace the calls of ads.
    private static let maximumTrackingCount = 300

    private mutating func report(_ message: SIMIDMessage) {
        guard case .array(let list) = message.arguments["trackingUrls"] else { return reject(message, "the request has no URLs") }
        let maximumCount = 100
        let urls = list.prefix(maximumCount).compactMap { value -> String? in
            if case .string(let url) = value { AdAddress.callable(url) } else { nil }
        }
        guard urls.count <= Self.maximumTrackingCount - trackingCount else {
            return reject(message, "the creative has reported too many URLs", code: Self.tooMuch)
        }
        trackingCount += urls.count
        resolve(message)
        if !urls.isEmpty { outputs.append(.track(urls)) }
    }

    private mutating func navigate(_ message: SIMIDMessage) {
        guard let url = (message.arguments.text("uri") ?? message.arguments.text("url")).flatMap({ AdAddress.openable($0) }) else {
            return reject(message, "the URL is not a web page", code: 1217)
        }
        guard interaction.consumeOpening(at: now) else { return reject(message, "the viewer did not click", code: 1216) }
        grant(message, .open(url))
    }

    private mutating func changeVolume(_ message: SIMIDMessage) {
        guard let volume = message.arguments.number("volume"), (0...1).contains(volume) else {
            return reject(message, "the volume must be between 0 and 1")
        }
        let isMuted = message.arguments.flag("muted") ?? environment.isMuted
        let isLouder = volume > environment.volume || environment.isMuted && !isMuted
        let output = Output.volume(volume, isMuted: isMuted)
        if isLouder { grantActive(message, output) } else { grant(message, output) }
    }
}
