import PlayheadCore

/// The player's side of the SIMID 1.2 protocol with an interactive creative: a state machine without I/O and clocks. Inputs are the
/// creative's messages and events of the ad; outputs are messages and instructions for the player.
///
/// The creative opens the session, is initialized, and is started once the ad is shown. The media does not wait for the creative: a late
/// one is started when it is ready, and a missing one is reported at the end of the media. A creative may open pages, enter full screen,
/// pause, or raise the volume only for a moment after the viewer has clicked on it, and each click permits one page.
package struct SIMIDSession: Sendable {
    /// The stage of the session.
    package enum Stage: Sendable, Hashable {
        /// The creative has not opened the session.
        case waiting
        /// The creative is being initialized.
        case initializing
        /// The creative is initialized.
        case ready
        /// The creative is being started.
        case starting
        /// The creative is running.
        case running
        /// The ad has ended, and the creative may still send its last messages.
        case ending
        /// The session has ended, and the creative is removed.
        case ended
    }

    /// An input of the session.
    package enum Input: Sendable, Hashable {
        /// A message of the creative.
        case message(String)
        /// The ad is shown.
        case adShown
        /// An event of the ad's media.
        case media(SIMIDMediaEvent)
        /// The view's size changed, or the player entered or left full screen.
        case resized(video: SIMIDEnvironment.Area, isFullscreen: Bool)
        /// The player was hidden or shown.
        case background(Bool)
        /// The viewer skipped the ad.
        case adSkipped
        /// The ad ended; with the code of the reason (SIMID 1.2 §4.3.2).
        case adStopped(code: Int)
        /// The viewer clicked on the creative, or pressed a key in it.
        case interaction
        /// The creative's page ended or failed to load: a code of SIMID 1.2 §9, and the reason as part of a sentence.
        case pageFailed(code: Int, String)
        /// The timer of ``Output/setTimer(seconds:)`` expired.
        case timeout
    }

    /// An output of the session.
    package enum Output: Sendable, Hashable {
        /// Send a message to the creative.
        case send(String)
        /// Set a timer for ``Input/timeout``, which replaces the previous one.
        case setTimer(seconds: Double)
        /// Show the creative, which has started.
        case started
        /// Pause the ad.
        case pause
        /// Resume the ad.
        case play
        /// Skip the ad.
        case skip
        /// End the ad.
        case stop
        /// Report a click on the creative, and open the URL if there is one.
        case click(url: String?, x: Int?, y: Int?)
        /// Open a page.
        case open(String)
        /// Request tracking URLs.
        case track([String])
        /// Enter or leave full screen.
        case fullscreen(Bool)
        /// Change the volume.
        case volume(Double, isMuted: Bool)
        /// Log a text of the creative, for developers.
        case log(String)
        /// Report a failure of the creative: error 902. Unless it ends the ad, the media continues alone.
        case failed(AdError, endsAd: Bool)
        /// Remove the creative; its messages are ignored.
        case remove
    }

    /// The timeouts for the initialization and the start, each, and for the last messages at the end, in seconds.
    private static let timeouts = (start: 5.0, end: 2.0)
    /// The code for an ad whose media was played to its end.
    static let mediaCompleted = 2

    /// The stage.
    package private(set) var stage = Stage.waiting
    var environment: SIMIDEnvironment
    /// The last known area of the video.
    package var area: SIMIDEnvironment.Area { environment.video }
    /// Whether the ad's media is paused.
    package var isMediaPaused: Bool { media.isPaused }
    var media = SIMIDMediaState()
    /// The environment that the creative was initialized with.
    private var initialEnvironment: SIMIDEnvironment
    /// The duration of the media at that time, in seconds.
    private var initialDuration: Double?
    var outputs: [Output] = []
    private var sessionID = ""
    private var lastMessage = -1
    /// The player's messages that await an answer, by id.
    private var open: [Int: String] = [:]
    private var isShown = false
    /// Whether the player is hidden.
    private var isHidden = false
    var now = 0.0
    /// The viewer's last activity in the creative, and the actions that it still permits.
    var interaction = SIMIDInteraction()
    /// The number of tracking URLs that the creative has reported.
    var trackingCount = 0

    /// Creates a session for a creative that is being loaded.
    package init(environment: SIMIDEnvironment) { (self.environment, initialEnvironment) = (environment, environment) }

    /// Handles an input and returns the outputs in order. `date` is the time in seconds since 1970.
    package mutating func handle(_ input: Input, date: Double) -> [Output] {
        guard stage != .ended else { return [] }
        now = date
        switch input {
        case .message(let text): if let message = SIMIDMessage(text) { handle(message) }
        case .adShown:
            isShown = true
            startIfReady()
        case .media(let event): handle(event)
        case .resized(let video, let isFullscreen): resize(video, isFullscreen)
        case .background(let isHidden):
            self.isHidden = isHidden
            // The pause lasts for the background too.
            if isHidden { media.isPausedByCreative = false }
            notify("SIMID:Player:" + (isHidden ? "appBackgrounded" : "appForegrounded"))
        case .adSkipped: end("SIMID:Player:adSkipped")
        case .adStopped(let code): stopped(code)
        case .interaction: interaction = SIMIDInteraction(at: now)
        case .pageFailed(let code, let reason): fail(code: Double(code), reason)
        case .timeout: timedOut()
        }
        defer { outputs = [] }
        return outputs
    }

    // MARK: Messages

    private mutating func handle(_ message: SIMIDMessage) {
        if message.type == "createSession" {
            guard stage == .waiting else { return }
            sessionID = message.sessionID
            resolve(message)
            stage = .initializing
            (initialEnvironment, initialDuration) = (environment, media.duration)
            request("SIMID:Player:init", environment.arguments)
            return outputs.append(.setTimer(seconds: Self.timeouts.start))
        }
        // Messages outside of the session are ignored.
        guard stage != .waiting, message.sessionID == sessionID else { return }
        switch message.type {
        case "resolve", "reject": answered(message)
        case "SIMID:Creative:fatalError":
            resolve(message)
            // A fatal error of the creative ends the ad (SIMID 1.2 §4.4.4).
            fail(code: message.arguments.number("errorCode"), message.arguments.text("errorMessage"), endsAd: true)
        // After the end of the ad, the creative may only report tracking.
        case let type where stage == .ending && type != "SIMID:Creative:reportTracking": reject(message, "the ad is over")
        default: takeRequest(message)
        }
    }

    private mutating func answered(_ message: SIMIDMessage) {
        guard let id = message.arguments.number("messageId").flatMap({ Int(exactly: $0) }), let asked = open.removeValue(forKey: id) else {
            return
        }
        let isResolved = message.type == "resolve"
        switch asked {
        case "SIMID:Player:init", "SIMID:Player:startCreative":
            guard stage != .ending else { return }
            guard isResolved else {
                var value: EventFields = [:]
                if case .object(let fields) = message.arguments["value"] { value = fields }
                return fail(code: value.number("errorCode"), value.text("reason") ?? value.text("message"))
            }
            if stage == .initializing {
                stage = .ready
                notifyChanges()
                startIfReady()
            } else if stage == .starting {
                stage = .running
                outputs.append(.started)
            }
        case "SIMID:Player:adSkipped", "SIMID:Player:adStopped", "SIMID:Player:fatalError": remove()
        default: break
        }
    }

    /// Notifies the creative of what has changed while it was initialized.
    private mutating func notifyChanges() {
        let old = initialEnvironment
        if environment.video != old.video || environment.isFullscreen != old.isFullscreen { notifySize() }
        if environment.volume != old.volume || environment.isMuted != old.isMuted { notifySound() }
        if let duration = media.duration, duration != initialDuration {
            notify("SIMID:Media:durationchange", ["duration": .double(duration)])
        }
        if media.isPaused { notify("SIMID:Media:pause") }
        if isHidden { notify("SIMID:Player:appBackgrounded") }
    }

    private mutating func startIfReady() {
        guard stage == .ready, isShown else { return }
        stage = .starting
        request("SIMID:Player:startCreative")
        outputs.append(.setTimer(seconds: Self.timeouts.start))
    }

    private mutating func end(_ type: String, _ arguments: EventFields = [:]) {
        guard stage != .ending else { return }
        guard stage != .waiting else { return remove() }
        stage = .ending
        request(type, arguments)
        outputs.append(.setTimer(seconds: Self.timeouts.end))
    }

    /// A creative that is not running at the end of the media has failed (SIMID 1.2 §6.5, §8.4.2).
    private mutating func stopped(_ code: Int) {
        if code == Self.mediaCompleted {
            switch stage {
            case .waiting: return fail(code: 1223, "it never opened a session")
            case .initializing: return fail(code: 1212, "it did not become ready", notifiesCreative: true)
            case .starting: return fail(code: 1213, "it did not start", notifiesCreative: true)
            case .ready, .running, .ending, .ended: break
            }
        }
        end("SIMID:Player:adStopped", ["code": .int(code)])
    }

    private mutating func timedOut() {
        switch stage {
        case .initializing: fail(code: 1212, "it was not ready within the timeout", notifiesCreative: true)
        case .starting: fail(code: 1213, "it did not start within the timeout", notifiesCreative: true)
        case .ending: remove()
        case .waiting, .ready, .running, .ended: break
        }
    }

    private mutating func fail(code: Double?, _ reason: String?, notifiesCreative: Bool = false, endsAd: Bool = false) {
        let code = code.flatMap { Int(exactly: $0) }
        // The reason is a text of the creative.
        let maximumLength = 200
        let reason = reason.map { String($0.unicodeScalars.prefix(maximumLength)) }
        let number = code.map { "\($0): " } ?? ""
        // Failures after the end of the ad are not reported.
        if stage != .ending {
            let reason = "the interactive creative failed: \(number)\(reason ?? "no reason was given")"
            outputs.append(.failed(AdError(.interactive, reason), endsAd: endsAd))
        }
        guard notifiesCreative else { return remove() }
        let unspecified = 1200
        end("SIMID:Player:fatalError", ["errorCode": .int(code ?? unspecified), "errorMessage": .string(reason ?? "")])
    }

    private mutating func remove() {
        stage = .ended
        outputs.append(.remove)
    }

    // MARK: Sending

    /// Sends a message that the creative answers.
    private mutating func request(_ type: String, _ arguments: EventFields = [:]) {
        send(type, arguments)
        open[lastMessage] = type
    }

    /// Sends a message that the creative does not answer: none before it is initialized (SIMID 1.2 §6.5), and none after its ad.
    mutating func notify(_ type: String, _ arguments: EventFields = [:]) {
        switch stage {
        case .ready, .starting, .running: send(type, arguments)
        case .waiting, .initializing, .ending, .ended: break
        }
    }

    /// Sends a message, if the session is open.
    mutating func send(_ type: String, _ arguments: EventFields = [:]) {
        guard stage != .waiting || type == "resolve" else { return }
        lastMessage += 1
        let message = SIMIDMessage(
            sessionID: sessionID, messageID: lastMessage, timestamp: Int(saturating: now * 1000), type: type, arguments: arguments)
        outputs.append(.send(message.text))
    }

    mutating func resolve(_ message: SIMIDMessage, _ value: EventFields = [:]) {
        send("resolve", ["messageId": .int(message.messageID), "value": .object(value)])
    }

    /// Rejects a message with an error code of SIMID 1.2 §9; 1200 is unspecified.
    mutating func reject(_ message: SIMIDMessage, _ reason: String, code: Int = 1200) {
        let value: EventFields = ["errorCode": .int(code), "message": .string(reason), "reason": .string(reason)]
        send("reject", ["messageId": .int(message.messageID), "value": .object(value)])
    }
}
