import Foundation

/// Runs the interactive part of ads (SIMID): a page over the picture of an ad's media. `PlayheadOverlayGTK` has one for its window; set
/// ``Player/interactiveAdPresenter``.
/// The page is untrusted: the presenter denies access to files, other pages, windows and the app. The player is the peer of its protocol.
@MainActor
public protocol InteractiveAdPresenter: AnyObject {
    /// Loads the page of a creative, hidden, and starts to receive its events.
    /// - Parameters:
    ///   - url: The URL of the page, `http` or `https`.
    ///   - onEvent: Receives the events of the page, after this call has returned, until the page is closed.
    /// - Returns: The page.
    func present(_ url: URL, onEvent: @escaping @MainActor (InteractiveAdEvent) -> Void) -> any InteractiveAdPage

    /// Enters or leaves full screen.
    func setFullscreen(_ isFullscreen: Bool)
}

/// The page of a creative.
@MainActor
public protocol InteractiveAdPage: AnyObject {
    /// Sends a message to the page, with `postMessage` and a string.
    func send(_ message: String)
    /// Shows the page over the picture, where it receives clicks, or hides it; a hidden page continues to run.
    func setVisible(_ isVisible: Bool)
    /// Removes the page permanently.
    func close()
}

/// An event of a creative's page.
public enum InteractiveAdEvent: Sendable, Hashable {
    /// The page has sent a string to its parent.
    case message(String)
    /// The viewer clicked on the page, or pressed a key in the page.
    case interaction
    /// The size of the page in CSS pixels; reported initially and after each change.
    case resized(width: Double, height: Double)
    /// The page failed to load, has ended, or violates a restriction. No event follows.
    case failed(InteractiveAdFailure)
}

/// The reason why the page of a creative has ended.
public enum InteractiveAdFailure: Error, Sendable, Hashable {
    /// The page failed to load; the reason is a part of a sentence.
    case unreachable(String)
    /// The page, or the process that runs it, has ended or does not answer; the reason is a part of a sentence.
    case ended(String)
    /// The page sends more messages than are read.
    case flooding
}
