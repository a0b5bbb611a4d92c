/// What stands between a page, which nobody trusts, and everything else: one for each loaded page.
struct MessageGate: Sendable {
    private let limits: OverlayLimits
    private let nonce: String
    private var messages: Allowance
    private var refusals: Allowance

    init(limits: OverlayLimits, nonce: String, at time: Double) {
        self.limits = limits
        self.nonce = nonce
        messages = Allowance(capacity: limits.burst, perSecond: limits.messagesPerSecond, at: time)
        refusals = Allowance(capacity: limits.refusals, perSecond: limits.refusalsPerSecond, at: time)
    }

    /// Lets a message of the page in.
    /// - Throws: Why not.
    mutating func admit(_ text: String, isPaused: Bool, at time: Double) throws(MessageFault) -> OverlayMessage {
        guard messages.take(at: time) else { throw .tooFast }
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

    /// A message was refused.
    /// - Returns: Whether the page is put up with any longer.
    mutating func toleratesRefusal(at time: Double) -> Bool { refusals.take(at: time) }
}
