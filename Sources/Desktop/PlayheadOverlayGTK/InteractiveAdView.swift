#if canImport(CWebKit)
    import Foundation
    import Playhead
    import PlayheadGTK

    /// Runs interactive ads (SIMID) over a player's picture, and shows companions that are pages, with WebKitGTK.
    ///
    /// ```swift
    /// player.interactiveAdPresenter = InteractiveAdView(over: view)
    /// ```
    /// Each creative has a sandboxed frame in its own view and process, which end with the ad (`docs/ADS.md`). It is above the picture and
    /// an overlay's page, and below the view's own ad controls, so that the skip button is always available. The type belongs to the main
    /// actor.
    @MainActor
    public final class InteractiveAdView: InteractiveAdPresenter {
        private weak var view: PlayerView?
        private let clock: any PlaybackClock

        /// Creates a presenter for a view, to which it has a weak reference.
        public init(over view: PlayerView, clock: any PlaybackClock = SystemClock()) {
            self.view = view
            self.clock = clock
            view.adPages = self
        }

        /// Loads a creative's page without showing it.
        public func present(_ url: URL, onEvent: @escaping @MainActor (InteractiveAdEvent) -> Void) -> any InteractiveAdPage {
            guard Sandbox.isPossible else {
                let reason = "WebKit's sandbox can't start here, perhaps because user namespaces are forbidden"
                return MissingPage(.unreachable(reason), onEvent: onEvent)
            }
            guard let view, let page = CreativePage(url, over: view, clock: clock, onEvent: onEvent) else {
                return MissingPage(.unreachable("there is no view for it"), onEvent: onEvent)
            }
            return page
        }

        /// Enters or leaves full screen.
        public func setFullscreen(_ isFullscreen: Bool) { view?.setFullscreen(isFullscreen) }
    }

    /// A page that failed to load.
    @MainActor
    private final class MissingPage: InteractiveAdPage {
        private var isClosed = false

        init(_ failure: InteractiveAdFailure, onEvent: @escaping @MainActor (InteractiveAdEvent) -> Void) {
            Task { [weak self] in if self?.isClosed == false { onEvent(.failed(failure)) } }
        }

        func send(_ message: String) {}
        func setVisible(_ isVisible: Bool) {}
        func close() { isClosed = true }
    }
#endif
