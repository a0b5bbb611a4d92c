/// A page without a browser, for tests: it records the messages that it receives, and sends messages on request.
@MainActor
public final class MemoryPage: ViewPlugin, BridgePlugin {
    /// The loaded page; `nil` if there is none.
    public private(set) var page: OverlayPage?
    /// The received messages since the last load, oldest first.
    public private(set) var received: [OverlayMessage] = []
    /// Whether the page is shown.
    public private(set) var isVisible = true
    /// The number of loads.
    public private(set) var loads = 0
    private var host: OverlayHost?

    /// Creates a page that is not connected.
    public init() {}

    /// Sends a message as the page's code.
    public func say(_ message: OverlayMessage) { say(text: MessageCodec.text(of: message, nonce: page?.nonce)) }

    /// Sends any text, as hostile code may.
    public func say(text: String) { host?.received(text) }

    /// Ends the page as if by itself.
    public func end(_ end: OverlayPageEnd) { host?.pageEnded(end) }

    /// Attempts an action other than a message.
    public func attempt(_ what: String) { host?.pageTried(what) }

    /// Requests a reload, as a browser's user.
    public func reload() { host?.reload() }

    /// Removes the received messages.
    public func forget() { received = [] }

    // MARK: As a plugin

    /// Stores the overlay's host.
    public func create(host: OverlayHost) { self.host = host }

    /// Loads the page at once.
    public func load(_ page: OverlayPage) {
        self.page = page
        received = []
        isVisible = true
        loads += 1
        host?.pageStarted()
    }

    /// Removes the page.
    public func unload() { page = nil }

    /// Shows or hides the page.
    public func setVisible(_ isVisible: Bool) { self.isVisible = isVisible }

    /// Removes the page permanently.
    public func destroy() { page = nil }

    /// Receives a text as the page's code. Texts outside of the protocol are ignored.
    public func send(_ text: String) {
        if let message = try? MessageCodec.message(of: text).message { received.append(message) }
    }
}
