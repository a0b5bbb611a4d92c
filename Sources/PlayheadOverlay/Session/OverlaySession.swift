/// An overlay's life, without I/O, clocks or threads: what happens goes in, what is to be done comes out.
public struct OverlaySession: Sendable {
    /// How far it is.
    public enum Phase: String, Sendable, Hashable {
        /// Nothing was done yet.
        case idle
        /// The plugins are there.
        case created
        /// A page is loaded, or awaited, and is not ready to receive.
        case loading
        /// The page is told what happens, and may steer.
        case ready
        /// The page is gone; another load brings it back.
        case ended
        /// Nothing comes any more.
        case destroyed
    }

    /// How a page ends by itself.
    public enum PageEnd: Sendable, Hashable {
        /// It could not be loaded; the reason in English.
        case unreachable(String)
        /// Its process ended.
        case crashed
        /// Its script does not answer any more.
        case hung
        /// It went elsewhere, or was closed.
        case left
    }

    /// Who says something.
    public enum Sender: Sendable, Hashable {
        /// The overlay itself.
        case sdk
        /// The app.
        case app
        /// The page.
        case page
        /// The player's plugin.
        case player
        /// Another plugin.
        case plugin(Int)
    }

    /// What happens.
    public enum Input: Sendable, Hashable {
        /// The plugins are to be made.
        case create
        /// The page is to be loaded, also anew; its messages will carry the nonce.
        case load(nonce: String)
        /// A page is there, and has so much time to get ready.
        case pageStarted
        /// The page sent something.
        case received(String)
        /// The page tried something besides messages that it may not; what, in English.
        case pageTried(String)
        /// The page ended by itself.
        case pageEnded(PageEnd)
        /// The app, the player or a plugin says something.
        case said(OverlayMessage, by: Sender)
        /// The app or a plugin said something that is none; the reason in English.
        case saidInvalid(String)
        /// The page is to be told nothing for now.
        case pause
        /// The page is to be told again.
        case resume
        /// All is over.
        case destroy
        /// Time has passed.
        case timer
    }

    /// What is to be done.
    public enum Output: Sendable, Hashable {
        /// Make the plugins.
        case create
        /// Load the page.
        case load(nonce: String)
        /// Take the page away.
        case unload
        /// Show the page, or hide it.
        case show(Bool)
        /// Let the plugins pause.
        case pause
        /// Let the plugins go on.
        case resume
        /// End the plugins.
        case destroy
        /// Send this to the page.
        case send(String)
        /// Tell everyone but the sender and the page.
        case tell(OverlayMessage, from: Sender)
        /// Come back with ``Input/timer`` at this time, in seconds.
        case wake(at: Double)
    }

    /// How far it is.
    public private(set) var phase = Phase.idle
    /// Whether the app has paused it.
    public private(set) var isPaused = false
    /// What the page said of itself last.
    public private(set) var status = OverlayStatus.enabled
    /// What the page may do.
    public let limits: OverlayLimits
    private let hasPlayer: Bool
    private var gate: MessageGate?
    private var kept = KeptMessages()
    private var deadline: Double?
    private var playerIsReady = false
    private var toldReady = false
    private var isScaled = false
    private var outputs: [Output] = []

    /// Makes a session.
    /// - Parameters:
    ///   - limits: What the page may do.
    ///   - hasPlayer: Whether there is a player that has to be ready, too, before overlayReady is told.
    public init(limits: OverlayLimits = OverlayLimits(), hasPlayer: Bool = true) {
        self.limits = limits
        self.hasPlayer = hasPlayer
    }

    /// Takes what happens at `time` (seconds on any clock that never goes back), and says what is to be done, in order.
    public mutating func handle(_ input: Input, at time: Double) -> [Output] {
        outputs = []
        if phase != .destroyed { take(input, time) }
        defer { outputs = [] }
        return outputs
    }

    private mutating func take(_ input: Input, _ time: Double) {
        switch input {
        case .create: create()
        case .load(let nonce): load(nonce, time)
        case .pageStarted:
            guard phase == .loading, deadline == nil else { return }
            deadline = time + limits.readyTimeout
            outputs.append(.wake(at: time + limits.readyTimeout))
        case .received(let text): receive(text, time)
        case .pageTried(let what):
            if hasPage, gate != nil { refuse(OverlayError(.actionRefused, .warning, what), because: what, time) }
        case .pageEnded(let end):
            guard hasPage else { return }
            switch end {
            case .unreachable(let reason): finish(OverlayError(.pageUnreachable, .fatal, reason))
            case .crashed: finish(OverlayError(.pageCrashed, .warning))
            case .hung: finish(OverlayError(.pageHung, .warning))
            case .left: finish(OverlayError(.pageLeft, .warning))
            }
        case .said(let message, let sender): pass(message, from: sender)
        case .saidInvalid(let reason): say(.overlayError(error: OverlayError(.invalidMessage, .warning, reason)))
        case .pause:
            guard !isPaused, phase != .idle else { return }
            isPaused = true
            outputs.append(.pause)
        case .resume:
            guard isPaused else { return }
            isPaused = false
            outputs.append(.resume)
            sendKept()
        case .destroy: destroy()
        case .timer: if phase == .loading, let deadline, time >= deadline { finish(OverlayError(.readyTimeout, .fatal)) }
        }
    }

    // MARK: Life

    private mutating func create() {
        guard phase == .idle else { return }
        phase = .created
        outputs.append(.create)
    }

    private mutating func load(_ nonce: String, _ time: Double) {
        create()
        if hasPage { leavePage() }
        phase = .loading
        status = .enabled
        deadline = nil
        toldReady = false
        gate = MessageGate(limits: limits, nonce: nonce, at: time)
        kept.startOver()
        outputs.append(.load(nonce: nonce))
    }

    /// The page is over, for the reason that is told.
    private mutating func finish(_ error: OverlayError) {
        leavePage()
        say(.overlayError(error: error))
    }

    private mutating func leavePage() {
        restoreScale()
        phase = .ended
        gate = nil
        deadline = nil
        outputs.append(.unload)
    }

    private mutating func destroy() {
        if hasPage { leavePage() }
        if phase != .idle { outputs.append(.destroy) }
        phase = .destroyed
    }

    private var hasPage: Bool { phase == .loading || phase == .ready }

    /// A picture that the page made smaller gets its full size back where the page's graphics go.
    private mutating func restoreScale() {
        guard isScaled else { return }
        isScaled = false
        let duration = 300
        outputs.append(
            .tell(
                .bridgeVideoScale(videoScaleX: 1, videoScaleY: 1, videoPivotX: 0.5, videoPivotY: 0.5, videoScaleDuration: duration),
                from: .sdk))
    }

    // MARK: From the page

    private mutating func receive(_ text: String, _ time: Double) {
        guard hasPage, gate != nil else { return }
        do throws(MessageFault) {
            guard let message = try gate?.admit(text, isPaused: isPaused, at: time) else { return }
            accept(message)
        } catch {
            refuse(error.warning, because: error.reason, time)
        }
    }

    private mutating func refuse(_ warning: OverlayError, because reason: String, _ time: Double) {
        guard gate?.toleratesRefusal(at: time) == true else {
            return finish(OverlayError(.abuse, .fatal, "the last time because \(reason)"))
        }
        say(.overlayError(error: warning))
    }

    private mutating func accept(_ message: OverlayMessage) {
        outputs.append(.tell(message, from: .page))
        switch message {
        case .bridgeReady:
            guard phase == .loading else { return }
            phase = .ready
            deadline = nil
            sendKept()
            sayReady()
        case .bridgeAppStatus(let new): change(to: new)
        case .bridgeVideoScale(let x, let y, _, _, _): isScaled = x != 1 || y != 1
        default: break
        }
    }

    private mutating func change(to new: OverlayStatus) {
        let old = status
        status = new
        switch new {
        case .enabled: if old != .enabled { outputs.append(.show(true)) }
        case .hidden:
            restoreScale()
            if old != .hidden { outputs.append(.show(false)) }
        case .disabled: leavePage()
        }
    }

    // MARK: To the page and to others

    private mutating func say(_ message: OverlayMessage) {
        outputs.append(.tell(message, from: .sdk))
        toPage(message)
    }

    private mutating func pass(_ message: OverlayMessage, from sender: Sender) {
        guard phase != .idle else { return }
        outputs.append(.tell(message, from: sender))
        if message.name.definition?.source != .page, sender != .page { toPage(message) }
        if message == .playerReady {
            playerIsReady = true
            sayReady()
        }
    }

    private mutating func toPage(_ message: OverlayMessage) {
        kept.note(message)
        if phase == .ready, !isPaused {
            outputs.append(.send(MessageCodec.text(of: message)))
        } else {
            kept.keep(message)
        }
    }

    private mutating func sendKept() {
        guard phase == .ready, !isPaused else { return }
        for message in kept.take() { outputs.append(.send(MessageCodec.text(of: message))) }
    }

    private mutating func sayReady() {
        guard phase == .ready, !toldReady, playerIsReady || !hasPlayer else { return }
        toldReady = true
        say(.overlayReady)
    }
}
