import PlayheadCore

extension Player {
    /// What views that show the player tell of themselves; each becomes an event, in the order of all events.
    public var view: PlayerViewReports { PlayerViewReports(player: self) }
}

/// Where a view tells what happens to it: the only source of onFullscreenRequested, onFullscreen, onResize, onControls, onControlBarVisible and
/// onDisplayClick. What is no news is not told.
@MainActor
public struct PlayerViewReports {
    let player: Player

    /// Whether a view fills the screen.
    public var isFullscreen: Bool { player.session.assumeIsolated { $0.core.machine.view.isFullscreen } }
    /// The view's size in pixels, or `nil` before it told it.
    public var size: (width: Int, height: Int)? { player.session.assumeIsolated { $0.core.machine.view.size } }

    /// Before it fills the screen or leaves it; who puts it there listens to onFullscreenRequested, and calls ``fullscreenChanged(to:)``.
    public func requestFullscreen(_ isFullscreen: Bool) { player.submit(.view(.fullscreenRequested(isFullscreen))) }

    /// It fills the screen, or does not any more.
    public func fullscreenChanged(to isFullscreen: Bool) { player.submit(.view(.fullscreen(isFullscreen))) }

    /// It has another size, in pixels; one below 0 is refused with onWarning.
    public func resized(width: Int, height: Int) { player.submit(.view(.resized(width: width, height: height))) }

    /// It shows controls from now on, or none.
    public func controlsChanged(to hasControls: Bool) { player.submit(.view(.controls(hasControls))) }

    /// Its control bar appeared or went.
    public func controlBarChanged(isVisible: Bool) { player.submit(.view(.controlBar(isVisible: isVisible))) }

    /// The viewer clicked on the picture.
    public func displayClicked() { player.submit(.view(.clicked)) }
}
