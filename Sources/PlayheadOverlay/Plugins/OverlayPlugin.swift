import Foundation

/// A part of an overlay. All is called on the main actor.
@MainActor
public protocol OverlayPlugin: AnyObject {
    /// The overlay is made; `host` is the way back to it, until ``destroy()``.
    func create(host: OverlayHost)
    /// A page is loaded, also anew.
    func load(_ page: OverlayPage)
    /// The overlay is paused.
    func pause()
    /// The overlay goes on.
    func resume()
    /// The overlay is over; nothing comes any more.
    func destroy()
    /// Somebody else said something.
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

/// Connects a player: carries out what the page asks for, and tells what happens. ``PlayerPluginBase`` is the easy way to write one.
@MainActor
public protocol PlayerPlugin: OverlayPlugin {}

/// Shows the page. It says ``OverlayHost/pageStarted()`` when it begins to load, and ``OverlayHost/pageEnded(_:)`` when it is gone.
@MainActor
public protocol ViewPlugin: OverlayPlugin {
    /// Takes the page away.
    func unload()
    /// Shows the page or hides it.
    func setVisible(_ isVisible: Bool)
}

/// Carries texts to the page and back. What comes from the page goes to ``OverlayHost/received(_:)``.
@MainActor
public protocol BridgePlugin: OverlayPlugin {
    /// Brings a text to the page; texts arrive in order.
    func send(_ text: String)
}

/// What is to be shown.
public struct OverlayPage: Sendable, Hashable {
    /// Where it is, with the parameters in its query.
    public var url: URL
    /// What the app passes to it.
    public var parameters: [String: String]
    /// What its messages have to carry; new with every load.
    public var nonce: String
    /// What the page is told before anything else, once it is connected.
    public var greeting: String
}

/// A plugin's way to its overlay.
@MainActor
public final class OverlayHost {
    private weak var overlay: Overlay?
    private let sender: OverlaySession.Sender

    init(_ overlay: Overlay, _ sender: OverlaySession.Sender) {
        self.overlay = overlay
        self.sender = sender
    }

    /// Says something to everyone else.
    public func send(_ message: OverlayMessage) { overlay?.handle(.said(message, by: sender)) }

    /// A page begins to load, or has connected: it has to be ready in time from now on.
    public func pageStarted() { overlay?.handle(.pageStarted) }

    /// The page is gone.
    public func pageEnded(_ end: OverlaySession.PageEnd) { overlay?.handle(.pageEnded(end)) }

    /// The page sent something, which may be anything.
    public func received(_ text: String) { overlay?.handle(.received(text)) }

    /// The page tried something besides messages that it may not, such as opening a window; what, in English. Often is too often.
    public func pageTried(_ what: String) { overlay?.handle(.pageTried(what)) }

    /// Loads the page anew, unless the overlay is destroyed or has unloaded a page that was disabled or refused too often.
    public func reload() { overlay?.reload() }
}
