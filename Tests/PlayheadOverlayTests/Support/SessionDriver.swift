@testable import PlayheadOverlay

/// A session with a simulated page.
struct SessionDriver {
    private var session: OverlaySession
    private var nonce = "1"
    /// The time in seconds, which only the test advances.
    var time = 0.0
    /// The outputs of the last input.
    private(set) var last: [OverlaySession.Output] = []
    /// The errors of the overlay so far.
    private(set) var errors: [OverlayError] = []

    init(limits: OverlayLimits = OverlayLimits(), hasPlayer: Bool = true) {
        session = OverlaySession(limits: limits, hasPlayer: hasPlayer)
    }

    var phase: OverlayPhase { session.phase }

    /// The messages to the page for the last input.
    var sent: [OverlayMessage] {
        last.compactMap { if case .send(let text) = $0 { try? MessageCodec.message(of: text).message } else { nil } }
    }

    @discardableResult
    mutating func handle(_ input: OverlaySession.Input) -> [OverlaySession.Output] {
        last = session.handle(input, at: time)
        for case .emit(.overlayError(let error), .sdk) in last { errors.append(error) }
        return last
    }

    mutating func says(_ message: OverlayMessage) -> [OverlaySession.Output] { says(text: MessageCodec.text(of: message, nonce: nonce)) }

    mutating func says(text: String) -> [OverlaySession.Output] { handle(.received(text)) }

    /// Loads a page that is ready at once.
    mutating func open(nonce: String = "1") {
        self.nonce = nonce
        if phase != .loading { handle(.load(nonce: nonce)) }
        handle(.pageStarted)
        _ = says(.bridgeReady)
    }
}
