import PlayheadCore

/// The player's side of the protocol between a player and one interactive creative (SIMID 1.2): a state machine without I/O and clocks. Messages of the creative and
/// what happens to the ad go in, messages and what the player is to do come out.
///
/// The creative opens the session; it is initialized then, and started once the ad is shown. The media doesn't wait for it: one that is late is started when it is there,
/// and one that never comes is told at the media's end. What disturbs viewers (opening pages, filling the screen, pausing, more sound) it may do for a moment after they
/// have clicked on it, and each click opens one page.
public struct SIMIDSession: Sendable {
    /// How far it is.
    public enum Stage: Sendable, Hashable {
        /// The creative has said nothing yet.
        case waiting
        /// It was asked to get ready.
        case initializing
        /// It is ready.
        case ready
        /// It was asked to start.
        case starting
        /// It runs.
        case running
        /// It was told that the ad is over, and may still say something.
        case ending
        /// It is to be taken away.
        case ended
    }

    /// What goes in.
    public enum Input: Sendable, Hashable {
        /// A message of the creative.
        case message(String)
        /// The ad is on the screen.
        case adShown
        /// Something happens to the ad's media.
        case media(SIMIDMediaEvent)
        /// The view has another size, or fills the screen.
        case resized(video: SIMIDEnvironment.Area, isFullscreen: Bool)
        /// Nobody sees the player, or somebody does again.
        case background(Bool)
        /// The viewer skipped the ad.
        case adSkipped
        /// The ad is over: the code tells why (SIMID 1.2 §4.3.2).
        case adStopped(code: Int)
        /// The viewer has clicked on the creative, or pressed a key in it.
        case interaction
        /// The creative's page is over or can't be had: a code of SIMID 1.2 §9, and why, as part of a sentence.
        case pageFailed(code: Int, String)
        /// The time of ``Output/setTimer(seconds:)`` is over.
        case timeout
    }

    /// What is to be done.
    public enum Output: Sendable, Hashable {
        /// Hand a message to the creative.
        case send(String)
        /// Tell ``Input/timeout`` in so many seconds, instead of what was set before.
        case setTimer(seconds: Double)
        /// The creative has started: it is to be seen.
        case started
        /// Pause the ad.
        case pause
        /// Go on with the ad.
        case play
        /// Skip the ad.
        case skip
        /// End the ad.
        case stop
        /// The creative was clicked on. Where it has an address, that is to be opened.
        case click(url: String?, x: Int?, y: Int?)
        /// Open a page of the web.
        case open(String)
        /// Call addresses.
        case track([String])
        /// Fill the screen, or leave it.
        case fullscreen(Bool)
        /// Change the volume.
        case volume(Double, isMuted: Bool)
        /// A line of the creative's, for developers.
        case log(String)
        /// The creative failed: error 902. Where the ad is not over by it, the media goes on alone.
        case failed(AdError, endsAd: Bool)
        /// Take the creative away: nothing is heard of it any more.
        case remove
    }

    /// How long the creative has to get ready and to start, each, and at the end to say its last, in seconds.
    private static let patience = (start: 5.0, end: 2.0)
    /// The code for an ad whose media was played to its end.
    static let mediaCompleted = 2

    /// How far it is.
    public private(set) var stage = Stage.waiting
    var environment: SIMIDEnvironment
    /// Where the video is, as it was told last.
    public var area: SIMIDEnvironment.Area { environment.video }
    var media = SIMIDMediaState()
    var outputs: [Output] = []
    private var sessionID = ""
    private var lastMessage = -1
    /// Messages of the player that are to be answered.
    private var open: [Int: String] = [:]
    private var isShown = false
    var now = 0.0
    /// When the viewer was active on the creative, and what of that is not used up.
    var interaction = SIMIDInteraction()

    /// Makes one for a creative that is being loaded.
    public init(environment: SIMIDEnvironment) { self.environment = environment }

    /// Takes what happens and says what is to be done, in order.
    /// - Parameter date: The time, in seconds since 1970.
    public mutating func handle(_ input: Input, date: Double) -> [Output] {
        guard stage != .ended else { return [] }
        now = date
        switch input {
        case .message(let text): if let message = SIMIDMessage(text) { take(message) }
        case .adShown:
            isShown = true
            startIfReady()
        case .media(let event): take(event)
        case .resized(let video, let isFullscreen): resize(video, isFullscreen)
        case .background(let isHidden): tell("SIMID:Player:" + (isHidden ? "appBackgrounded" : "appForegrounded"))
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

    private mutating func take(_ message: SIMIDMessage) {
        if message.type == "createSession" {
            guard stage == .waiting else { return }
            sessionID = message.sessionID
            resolve(message)
            stage = .initializing
            request("SIMID:Player:init", environment.arguments)
            return outputs.append(.setTimer(seconds: Self.patience.start))
        }
        // Nothing counts before the session, and nothing of another one.
        guard stage != .waiting, message.sessionID == sessionID else { return }
        switch message.type {
        case "resolve", "reject": answered(message)
        case "SIMID:Creative:fatalError":
            resolve(message)
            // The ad is to be over with it (SIMID 1.2 §4.4.4).
            fail(code: message.arguments.number("errorCode"), message.arguments.text("errorMessage"), endsAd: true)
        // The ad is over; a creative that ends may call its trackers.
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
                startIfReady()
            } else if stage == .starting {
                stage = .running
                outputs.append(.started)
            }
        case "SIMID:Player:adSkipped", "SIMID:Player:adStopped", "SIMID:Player:fatalError": remove()
        default: break
        }
    }

    private mutating func startIfReady() {
        guard stage == .ready, isShown else { return }
        stage = .starting
        request("SIMID:Player:startCreative")
        outputs.append(.setTimer(seconds: Self.patience.start))
    }

    private mutating func end(_ type: String, _ arguments: EventFields = [:]) {
        guard stage != .ending else { return }
        guard stage != .waiting else { return remove() }
        stage = .ending
        request(type, arguments)
        outputs.append(.setTimer(seconds: Self.patience.end))
    }

    /// One that didn't come as far as to run by the end of the media has failed (SIMID 1.2 §6.5, §8.4.2).
    private mutating func stopped(_ code: Int) {
        if code == Self.mediaCompleted {
            switch stage {
            case .waiting: return fail(code: 1223, "it never opened a session")
            case .initializing: return fail(code: 1212, "it did not get ready", tells: true)
            case .starting: return fail(code: 1213, "it did not start", tells: true)
            case .ready, .running, .ending, .ended: break
            }
        }
        end("SIMID:Player:adStopped", ["code": .int(code)])
    }

    private mutating func timedOut() {
        switch stage {
        case .initializing: fail(code: 1212, "it did not get ready in time", tells: true)
        case .starting: fail(code: 1213, "it did not start in time", tells: true)
        case .ending: remove()
        case .waiting, .ready, .running, .ended: break
        }
    }

    private mutating func fail(code: Double?, _ reason: String?, tells: Bool = false, endsAd: Bool = false) {
        let code = code.flatMap { Int(exactly: $0) }
        let number = code.map { "\($0): " } ?? ""
        // Of what is said by a page that is over already nothing comes.
        if stage != .ending {
            let reason = "the interactive creative failed: \(number)\(reason ?? "it says nothing of why")"
            outputs.append(.failed(AdError(.interactive, reason), endsAd: endsAd))
        }
        guard tells else { return remove() }
        let unspecified = 1200
        end("SIMID:Player:fatalError", ["errorCode": .int(code ?? unspecified), "errorMessage": .string(reason ?? "")])
    }

    private mutating func remove() {
        stage = .ended
        outputs.append(.remove)
    }

    // MARK: Sending

    /// Says something that the creative answers.
    private mutating func request(_ type: String, _ arguments: EventFields = [:]) {
        tell(type, arguments)
        open[lastMessage] = type
    }

    /// Says something, once there is a session.
    mutating func tell(_ type: String, _ arguments: EventFields = [:]) {
        guard stage != .waiting || type == "resolve" else { return }
        lastMessage += 1
        let message = SIMIDMessage(
            sessionID: sessionID, messageID: lastMessage, timestamp: Int(saturating: now * 1000), type: type, arguments: arguments)
        outputs.append(.send(message.text))
    }

    mutating func resolve(_ message: SIMIDMessage, _ value: EventFields = [:]) {
        tell("resolve", ["messageId": .int(message.messageID), "value": .object(value)])
    }

    /// - Parameter code: One of SIMID 1.2 §9; 1200 says nothing.
    mutating func reject(_ message: SIMIDMessage, _ reason: String, code: Int = 1200) {
        let value: EventFields = ["errorCode": .int(code), "message": .string(reason), "reason": .string(reason)]
        tell("reject", ["messageId": .int(message.messageID), "value": .object(value)])
    }
}
