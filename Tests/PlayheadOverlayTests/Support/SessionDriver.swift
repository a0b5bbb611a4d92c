@testable import PlayheadOverlay

/// A session with a page that a test speaks for.
struct SessionDriver {
    private var session: OverlaySession
    private var nonce = "1"
    /// Seconds; only the test moves it.
    var time = 0.0
    /// What came out last.
    private(set) var last: [OverlaySession.Output] = []
    /// All errors of the overlay so far.
    private(set) var errors: [OverlayError] = []

    init(limits: OverlayLimits = OverlayLimits(), hasPlayer: Bool = true) {
        session = OverlaySession(limits: limits, hasPlayer: hasPlayer)
    }

    var phase: OverlaySession.Phase { session.phase }

    /// What was sent to the page with the last input.
    var sent: [OverlayMessage] {
        last.compactMap { if case .send(let text) = $0 { try? MessageCodec.message(of: text).message } else { nil } }
    }

    @discardableResult
    mutating func handle(_ input: OverlaySession.Input) -> [OverlaySession.Output] {
        last = session.handle(input, at: time)
        for case .tell(.overlayError(let error), .sdk) in last { errors.append(error) }
        return last
    }

    mutating func says(_ message: OverlayMessage) -> [OverlaySession.Output] { says(text: MessageCodec.text(of: message, nonce: nonce)) }

    mutating func says(text: String) -> [OverlaySession.Output] { handle(.received(text)) }

    /// Loads a page that gets ready at once.
    mutating func open(nonce: String = "1") {
        self.nonce = nonce
        if phase != .loading { handle(.load(nonce: nonce)) }
        handle(.pageStarted)
        _ = says(.bridgeReady)
    }
}
