/// The phase of an overlay.
public enum OverlayPhase: String, Sendable, Hashable {
    /// The overlay has not been created.
    case idle
    /// The plugins have been created.
    case created
    /// A page is being loaded and is not ready to receive.
    case loading
    /// The page receives messages, and may control the player.
    case ready
    /// The page has ended; another load starts a new one.
    case ended
    /// The overlay has been destroyed.
    case destroyed
}

/// The reason for which a page ended by itself.
public enum OverlayPageEnd: Sendable, Hashable {
    /// The page failed to load; the reason in English.
    case unreachable(String)
    /// The page's process ended.
    case crashed
    /// The page's script does not respond.
    case hung
    /// The page navigated away, or was closed.
    case left
}

/// The state machine of an overlay, without I/O, clocks or threads: handles inputs and returns outputs.
package struct OverlaySession: Sendable {
    /// The sender of a message.
    package enum Sender: Sendable, Hashable {
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

    /// An input of the machine.
    package enum Input: Sendable, Hashable {
        /// Create the plugins.
        case create
        /// Load the page; the page's messages will contain the nonce.
        case load(nonce: String)
        /// Load the page again because the page has connected again.
        case reload(nonce: String)
        /// The page begins to load, which starts the ready timeout.
        case pageStarted
        /// The page sent a text.
        case received(String)
        /// The page attempted an action that is not allowed; the description in English.
        case pageTried(String)
        /// The page ended by itself.
        case pageEnded(OverlayPageEnd)
        /// The app, the player or a plugin sent a message.
        case said(OverlayMessage, by: Sender)
        /// The app or a plugin sent an invalid message; the reason in English.
        case saidInvalid(String)
        /// Pause messages to the page.
        case pause
        /// Resume messages to the page.
        case resume
        /// Destroy the overlay.
        case destroy
        /// The requested time has been reached.
        case timer
    }

    /// An output of the machine.
    package enum Output: Sendable, Hashable {
        /// Create the plugins.
        case create
        /// Load the page.
        case load(nonce: String)
        /// Remove the page.
        case unload
        /// Show or hide the page.
        case show(Bool)
        /// Pause the plugins.
        case pause
        /// Resume the plugins.
        case resume
        /// Destroy the plugins.
        case destroy
        /// Send a text to the page.
        case send(String)
        /// Deliver a message to everyone except its sender and the page.
        case emit(OverlayMessage, from: Sender)
        /// Send ``Input/timer`` at this time, in seconds.
        case wake(at: Double)
    }

    /// The phase.
    package private(set) var phase = OverlayPhase.idle
    /// Whether the app has paused the overlay.
    package private(set) var isPaused = false
    /// The last status of the page.
    package private(set) var status = OverlayStatus.enabled
    /// The limits of the page.
    package let limits: OverlayLimits
    private let hasPlayer: Bool
    private var gate: MessageGate?
    private var kept = KeptMessages()
    private var deadline: Double?
    private var playerIsReady = false
    private var hasReportedReady = false
    private var isScaled = false
    private var outputs: [Output] = []

    /// Creates a session.
    /// - Parameters:
    ///   - limits: The limits of the page.
    ///   - hasPlayer: Whether `overlayReady` requires a player that is ready, too.
    package init(limits: OverlayLimits = OverlayLimits(), hasPlayer: Bool = true) {
        self.limits = limits
        self.hasPlayer = hasPlayer
    }

    /// Handles an input at `time` (in seconds of a monotonic clock), and returns the outputs in order.
    package mutating func handle(_ input: Input, at time: Double) -> [Output] {
        outputs = []
        if phase != .destroyed { process(input, at: time) }
        defer { outputs = [] }
        return outputs
    }

    private mutating func process(_ input: Input, at time: Double) {
        switch input {
        case .create: create()
        case .load(let nonce): load(nonce, time)
        case .reload(let nonce): reload(nonce, time)
        case .pageStarted:
            guard phase == .loading, deadline == nil else { return }
            deadline = time + limits.readyTimeout
            outputs.append(.wake(at: time + limits.readyTimeout))
        case .received(let text): receive(text, time)
        case .pageTried(let what):
            if hasPage { refuse(OverlayError(.actionRefused, .warning, what), because: what, time) }
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
        gate = MessageGate(limits: limits, nonce: nonce, at: time)
        start(nonce)
    }

    /// Loads the page again, which counts as a refusal.
    private mutating func reload(_ nonce: String, _ time: Double) {
        guard gate != nil else { return load(nonce, time) }
        guard gate?.toleratesRefusal(at: time) == true else {
            return finish(OverlayError(.abuse, .fatal, "the last time because it connected too often."))
        }
        gate?.reload(nonce: nonce)
        start(nonce)
    }

    private mutating func start(_ nonce: String) {
        create()
        if hasPage { leavePage() }
        phase = .loading
        status = .enabled
        deadline = nil
        hasReportedReady = false
        kept.startOver()
        outputs.append(.load(nonce: nonce))
    }

    /// Ends the page with an error, which is reported.
    private mutating func finish(_ error: OverlayError) {
        leavePage()
        say(.overlayError(error: error))
    }

    private mutating func leavePage() {
        restoreScale()
        phase = .ended
        deadline = nil
        outputs.append(.unload)
    }

    private mutating func destroy() {
        if hasPage { leavePage() }
        if phase != .idle { outputs.append(.destroy) }
        phase = .destroyed
    }

    private var hasPage: Bool { phase == .loading || phase == .ready }

    /// Restores the full size of a picture that the page has scaled, because the page's graphics are removed.
    private mutating func restoreScale() {
        guard isScaled else { return }
        isScaled = false
        let duration = 300
        outputs.append(
            .emit(
                .bridgeVideoScale(videoScaleX: 1, videoScaleY: 1, videoPivotX: 0.5, videoPivotY: 0.5, videoScaleDuration: duration),
                from: .sdk))
    }

    // MARK: From the page

    private mutating func receive(_ text: String, _ time: Double) {
        guard hasPage else { return }
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
        outputs.append(.emit(message, from: .page))
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
        outputs.append(.emit(message, from: .sdk))
        toPage(message)
    }

    private mutating func pass(_ message: OverlayMessage, from sender: Sender) {
        guard phase != .idle else { return }
        outputs.append(.emit(message, from: sender))
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
        for message in kept.removeAll() { outputs.append(.send(MessageCodec.text(of: message))) }
    }

    private mutating func sayReady() {
        guard phase == .ready, !hasReportedReady, playerIsReady || !hasPlayer else { return }
        hasReportedReady = true
        say(.overlayReady)
    }
}
