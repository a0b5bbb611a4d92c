#if canImport(CWebKit)
    import Foundation
    import Playhead
    import PlayheadGTK

    /// Runs interactive ads (SIMID) over a player's picture, and shows companions that are pages, in WebKitGTK.
    ///
    /// ```swift
    /// let pages = InteractiveAdView(over: view)
    /// player.interactiveAdPresenter = pages
    /// view.adPages = pages
    /// ```
    /// Each creative is in a sandboxed frame of a view and process of its own, which ends with its ad (`docs/ADS.md`). It lies over the picture and over an overlay's page, and below
    /// what the view itself shows of ads, so that the button that skips them stays in reach. All is on the main actor.
    @MainActor
    public final class InteractiveAdView: InteractiveAdPresenter {
        private weak var view: PlayerView?
        private let clock: any PlaybackClock

        /// Makes one for a view, which is not kept alive.
        public init(over view: PlayerView, clock: any PlaybackClock = SystemClock()) {
            self.view = view
            self.clock = clock
        }

        /// Loads a creative's page, unseen.
        public func present(_ url: URL, hear: @escaping @MainActor (InteractiveAdEvent) -> Void) -> any InteractiveAdPage {
            guard Sandbox.isPossible else {
                return MissingPage(.unreachable("WebKit's sandbox can't start here, perhaps because user namespaces are forbidden"), hear)
            }
            guard let view, let page = CreativePage(url, over: view, clock: clock, hear: hear) else {
                return MissingPage(.unreachable("there is no view for it"), hear)
            }
            return page
        }

        /// Fills the screen with the view, or leaves it.
        public func setFullscreen(_ isFullscreen: Bool) { view?.setFullscreen(isFullscreen) }
    }

    /// Stands for a page that can't be there.
    @MainActor
    private final class MissingPage: InteractiveAdPage {
        private var isClosed = false

        init(_ failure: InteractiveAdFailure, _ hear: @escaping @MainActor (InteractiveAdEvent) -> Void) {
            Task { [weak self] in if self?.isClosed == false { hear(.failed(failure)) } }
        }

        func send(_ message: String) {}
        func setVisible(_ isVisible: Bool) {}
        func close() { isClosed = true }
    }
#endif
