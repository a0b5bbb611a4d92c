import Foundation

/// A component of an overlay. All methods are called on the main actor.
@MainActor
public protocol OverlayPlugin: AnyObject {
    /// Called when the overlay is created; `host` is valid until ``destroy()``.
    func create(host: OverlayHost)
    /// Called when a page is loaded.
    func load(_ page: OverlayPage)
    /// Called when the overlay is paused.
    func pause()
    /// Called when the overlay is resumed.
    func resume()
    /// Called when the overlay is destroyed; no method is called afterwards.
    func destroy()
    /// Called with each message of another sender.
    func receive(_ message: OverlayMessage)
}

extension OverlayPlugin {
    /// Does nothing.
    public func load(_ page: OverlayPage) {}
    /// Does nothing.
    public func pause() {}
    /// Does nothing.
    public func resume() {}
    /// Does nothing.
    public func destroy() {}
    /// Does nothing.
    public func receive(_ message: OverlayMessage) {}
}

/// Connects a player: performs the page's requests, and reports the player's events. ``PlayerPluginBase`` is a base class for
/// implementations.
@MainActor
public protocol PlayerPlugin: OverlayPlugin {}

/// Shows the page. The view calls ``OverlayHost/pageStarted()`` when the page begins to load, and ``OverlayHost/pageEnded(_:)`` when it has
/// ended.
@MainActor
public protocol ViewPlugin: OverlayPlugin {
    /// Removes the page.
    func unload()
    /// Shows or hides the page.
    func setVisible(_ isVisible: Bool)
}

/// Transfers texts to the page and back. Texts of the page are passed to ``OverlayHost/received(_:)``.
@MainActor
public protocol BridgePlugin: OverlayPlugin {
    /// Sends a text to the page; texts arrive in order.
    func send(_ text: String)
}

/// A page to load.
public struct OverlayPage: Sendable, Hashable {
    /// The URL with the parameters in its query.
    public var url: URL
    /// The parameters of the app.
    public var parameters: [String: String]
    /// The nonce that the page's messages must contain; new for every load.
    public var nonce: String
    /// The first message to the page after it has connected.
    public var greeting: String
}

/// The connection of a plugin to its overlay.
@MainActor
public final class OverlayHost {
    private weak var overlay: Overlay?
    private let sender: OverlaySession.Sender

    init(_ overlay: Overlay, _ sender: OverlaySession.Sender) {
        self.overlay = overlay
        self.sender = sender
    }

    /// Sends a message to all others.
    public func send(_ message: OverlayMessage) { overlay?.handle(.said(message, by: sender)) }

    /// Reports that a page begins to load or has connected, which starts the ready timeout.
    public func pageStarted() { overlay?.handle(.pageStarted) }

    /// Reports that the page has ended.
    public func pageEnded(_ end: OverlayPageEnd) { overlay?.handle(.pageEnded(end)) }

    /// Reports any text of the page.
    public func received(_ text: String) { overlay?.handle(.received(text)) }

    /// Reports an action that the page is not allowed to perform, such as opening a window; `what` describes it in English. Frequent
    /// attempts end the page.
    public func pageTried(_ what: String) { overlay?.handle(.pageTried(what)) }

    /// Reloads the page, unless the overlay is destroyed or has unloaded a page that was disabled or refused too often.
    public func reload() { overlay?.reload() }
}
