import Foundation

/// Runs the interactive part of ads (SIMID): a page beside an ad's media, over its picture. `PlayheadOverlayGTK` has one for the window; ``Player/interactiveAdPresenter`` is its place.
///
/// The page is not to be trusted: what shows it keeps it from files, other pages, windows and the app. The player is the other side of its protocol.
@MainActor
public protocol InteractiveAdPresenter: AnyObject {
    /// Loads a creative's page, unseen, and begins to hear it.
    /// - Parameters:
    ///   - url: The page, by `http` or `https`.
    ///   - hear: Hears what comes of it, after this has returned, until it is closed.
    func present(_ url: URL, hear: @escaping @MainActor (InteractiveAdEvent) -> Void) -> any InteractiveAdPage

    /// Fills the screen with the player, or leaves it.
    func setFullscreen(_ isFullscreen: Bool)
}

/// A creative's page.
@MainActor
public protocol InteractiveAdPage: AnyObject {
    /// Brings a message to it: `postMessage`, as a text.
    func send(_ message: String)
    /// Shows it over the picture, where it takes clicks, or hides it; hidden it runs on.
    func setVisible(_ isVisible: Bool)
    /// Takes it away for good.
    func close()
}

/// What comes from a creative's page.
public enum InteractiveAdEvent: Sendable, Hashable {
    /// A text that it has sent to its parent.
    case message(String)
    /// The viewer clicked on it, or pressed a key in it.
    case interaction
    /// Its size, in pixels of a page; told at first and whenever it changes.
    case resized(width: Double, height: Double)
    /// It can't be had, is gone, or does what it must not. Nothing follows.
    case failed(InteractiveAdFailure)
}

/// Why there is no page of a creative any more.
public enum InteractiveAdFailure: Error, Sendable, Hashable {
    /// It can't be loaded: why, as part of a sentence.
    case unreachable(String)
    /// It, or what runs it, has ended or does not answer: why, as part of a sentence.
    case ended(String)
    /// It sends more than anybody would read.
    case flooding
}
