/// A page without a browser, for tests: what it is sent can be read, and it says what it is told to say.
@MainActor
public final class MemoryPage: ViewPlugin, BridgePlugin {
    /// The page that is loaded; `nil` while there is none.
    public private(set) var page: OverlayPage?
    /// What it was sent, oldest first, since the last load.
    public private(set) var received: [OverlayMessage] = []
    /// Whether it is shown.
    public private(set) var isVisible = true
    /// How often it was loaded.
    public private(set) var loads = 0
    private var host: OverlayHost?

    /// Makes a page that is not connected yet.
    public init() {}

    /// Sends a message as the page's code would.
    public func say(_ message: OverlayMessage) { say(text: MessageCodec.text(of: message, nonce: page?.nonce)) }

    /// Sends any text, as hostile code may.
    public func say(text: String) { host?.received(text) }

    /// Ends as a page ends by itself.
    public func end(_ end: OverlaySession.PageEnd) { host?.pageEnded(end) }

    /// Tries something besides messages.
    public func attempt(_ what: String) { host?.pageTried(what) }

    /// Asks for being loaded anew, as a browser's user does.
    public func reload() { host?.reload() }

    /// Forgets what it was sent.
    public func forget() { received = [] }

    // MARK: As a plugin

    /// Keeps the way to the overlay.
    public func create(host: OverlayHost) { self.host = host }

    /// Loads at once.
    public func load(_ page: OverlayPage) {
        self.page = page
        received = []
        isVisible = true
        loads += 1
        host?.pageStarted()
    }

    /// Takes the page away.
    public func unload() { page = nil }

    /// Shows or hides it.
    public func setVisible(_ isVisible: Bool) { self.isVisible = isVisible }

    /// Takes the page away, for ever.
    public func destroy() { page = nil }

    /// Takes a text as the page's code would. Texts that are none of the protocol's don't come.
    public func send(_ text: String) {
        if let message = try? MessageCodec.message(of: text).message { received.append(message) }
    }
}
