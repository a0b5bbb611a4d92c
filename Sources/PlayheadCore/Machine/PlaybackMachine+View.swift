/// What a view told of itself last; `nil` where none did.
public struct ViewFacts: Sendable, Hashable {
    /// Whether it fills the screen.
    public internal(set) var isFullscreen = false
    /// Its size in pixels.
    public internal(set) var size: (width: Int, height: Int)? {
        get { width.flatMap { width in height.map { (width, $0) } } }
        set { (width, height) = (newValue?.width, newValue?.height) }
    }
    /// Whether it shows controls.
    public internal(set) var hasControls: Bool?
    /// Whether its control bar is there.
    public internal(set) var isControlBarVisible: Bool?

    private var width: Int?
    private var height: Int?
}

extension PlaybackMachine {
    /// Tells what a view says of itself, in any state, if it is news.
    mutating func takeView(_ report: ViewReport) {
        switch report {
        case .fullscreenRequested(let isFullscreen):
            guard isFullscreen != view.isFullscreen else { return }
            tell(FullscreenRequestedEvent(isFullscreen: isFullscreen))
        case .fullscreen(let isFullscreen):
            guard isFullscreen != view.isFullscreen else { return }
            view.isFullscreen = isFullscreen
            tell(FullscreenEvent(isFullscreen: isFullscreen))
        case .resized(let width, let height):
            guard width >= 0, height >= 0 else { return refuse(.invalidValue, "a size is 0 or more") }
            guard view.size.map({ $0 != (width, height) }) ?? true else { return }
            view.size = (width, height)
            tell(ResizeEvent(width: width, height: height))
        case .controls(let hasControls):
            guard hasControls != view.hasControls else { return }
            view.hasControls = hasControls
            tell(ControlsEvent(controls: hasControls))
        case .controlBar(let isVisible):
            guard isVisible != view.isControlBarVisible else { return }
            view.isControlBarVisible = isVisible
            tell(ControlBarVisibleEvent(visible: isVisible))
        case .clicked: tell(DisplayClickEvent())
        }
    }
}
