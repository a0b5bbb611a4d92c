/// The latest reports of a view; `nil` values were not reported.
package struct ViewFacts: Sendable, Hashable {
    /// Whether the view is fullscreen.
    package internal(set) var isFullscreen = false
    /// The reason of the pending request to enter or leave full screen.
    var fullscreenRequest: FullscreenReason?
    /// Whether the view is visible.
    package internal(set) var isViewable: Bool?
    /// The size in pixels.
    package internal(set) var size: (width: Int, height: Int)? {
        get { width.flatMap { width in height.map { (width, $0) } } }
        set { (width, height) = (newValue?.width, newValue?.height) }
    }
    /// Whether the view shows controls.
    package internal(set) var hasControls: Bool?
    /// Whether the control bar is visible.
    package internal(set) var isControlBarVisible: Bool?

    private var width: Int?
    private var height: Int?
}

extension PlaybackMachine {
    /// Handles a report of a view, in any state; emits an event if a value changed.
    mutating func handleView(_ report: ViewReport) {
        switch report {
        case .fullscreenRequested(let isFullscreen, let reason):
            guard isFullscreen != view.isFullscreen else { return }
            view.fullscreenRequest = reason ?? .external
            emit(FullscreenRequestedEvent(isFullscreen: isFullscreen, reason: reason ?? .external))
        case .fullscreen(let isFullscreen):
            guard isFullscreen != view.isFullscreen else { return }
            view.isFullscreen = isFullscreen
            emit(FullscreenEvent(isFullscreen: isFullscreen, reason: view.fullscreenRequest ?? .system))
            view.fullscreenRequest = nil
        case .viewable(let isViewable):
            guard isViewable != view.isViewable else { return }
            view.isViewable = isViewable
            emit(ViewableEvent(isViewable: isViewable))
        case .resized(let width, let height):
            guard width >= 0, height >= 0 else { return refuse(.invalidValue, "a size must be 0 or more") }
            guard view.size.map({ $0 != (width, height) }) ?? true else { return }
            view.size = (width, height)
            emit(ResizeEvent(width: width, height: height))
        case .controls(let hasControls):
            guard hasControls != view.hasControls else { return }
            view.hasControls = hasControls
            emit(ControlsEvent(controls: hasControls))
        case .controlBar(let isVisible):
            guard isVisible != view.isControlBarVisible else { return }
            view.isControlBarVisible = isVisible
            emit(ControlBarVisibleEvent(visible: isVisible))
        case .clicked: emit(DisplayClickEvent())
        }
    }
}
