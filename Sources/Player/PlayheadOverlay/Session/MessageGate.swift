/// Validates the messages of an untrusted page, until the app loads the page again.
struct MessageGate: Sendable {
    private let limits: OverlayLimits
    private var nonce: String
    private var messages: Allowance
    private var refusals: Allowance

    init(limits: OverlayLimits, nonce: String, at time: Double) {
        self.limits = limits
        self.nonce = nonce
        messages = Allowance(capacity: limits.burst, perSecond: limits.messagesPerSecond, at: time)
        refusals = Allowance(capacity: limits.refusals, perSecond: limits.refusalsPerSecond, at: time)
    }

    /// Handles another load that the page has caused. Its limits continue, because a page could exceed them by loads.
    mutating func reload(nonce: String) { self.nonce = nonce }

    /// Admits a message of the page.
    /// - Throws: The reason for which the message is refused.
    mutating func admit(_ text: String, isPaused: Bool, at time: Double) throws(MessageFault) -> OverlayMessage {
        guard messages.consume(at: time) else { throw .tooFast }
        let bytes = text.utf8.count
        guard bytes <= limits.maximumBytes else { throw .tooLarge(bytes: bytes, maximum: limits.maximumBytes) }
        let received = try MessageCodec.message(of: text)
        guard received.nonce == nonce else { throw .wrongNonce }
        let name = received.message.name
        guard let definition = name.definition, definition.source == .page else { throw .wrongSource(name.rawValue) }
        guard let permission = definition.permission else { return received.message }
        guard limits.permissions.contains(permission) else { throw .notPermitted(permission) }
        guard !isPaused else { throw .paused(name.rawValue) }
        return received.message
    }

    /// Counts a refused message.
    /// - Returns: Whether the page may continue.
    mutating func toleratesRefusal(at time: Double) -> Bool { refusals.consume(at: time) }
}
