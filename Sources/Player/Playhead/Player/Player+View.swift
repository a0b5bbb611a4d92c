import PlayheadCore

extension Player {
    /// The reports of views that show the player; each report is emitted as an event, in the order of all events.
    public var view: PlayerViewReports { PlayerViewReports(player: self) }
}

/// The reports of a view: the only source of onFullscreenRequested, onFullscreen, onViewable, onResize, onControls,
/// onControlBarVisible and onDisplayClick. A report without a change is not emitted.
@MainActor
public struct PlayerViewReports {
    let player: Player

    /// Whether a view fills the screen.
    public var isFullscreen: Bool { player.session.assumeIsolated { $0.core.machine.view.isFullscreen } }
    /// The size of the view in pixels, or `nil` before the first report.
    public var size: (width: Int, height: Int)? { player.session.assumeIsolated { $0.core.machine.view.size } }

    /// Requests to enter or leave full screen; the app that handles onFullscreenRequested calls ``fullscreenChanged(to:)``.
    public func requestFullscreen(_ isFullscreen: Bool, reason: FullscreenReason = .external) {
        player.submit(.view(.fullscreenRequested(isFullscreen, reason: reason)))
    }

    /// Reports that the view fills the screen, or no longer does. The reason in onFullscreen is that of the request; without one, `system`.
    public func fullscreenChanged(to isFullscreen: Bool) { player.submit(.view(.fullscreen(isFullscreen))) }

    /// Reports that the view became visible or invisible, with which impressions of ads are counted as viewable or not (VAST).
    public func visibilityChanged(to isViewable: Bool) { player.submit(.view(.viewable(isViewable))) }

    /// Reports the new size of the view in pixels; a negative size is refused with onWarning.
    public func resized(width: Int, height: Int) { player.submit(.view(.resized(width: width, height: height))) }

    /// Reports whether the view shows controls from now on.
    public func controlsChanged(to hasControls: Bool) { player.submit(.view(.controls(hasControls))) }

    /// Reports that the control bar of the view appeared or disappeared.
    public func controlBarChanged(isVisible: Bool) { player.submit(.view(.controlBar(isVisible: isVisible))) }

    /// Reports a click of the viewer on the picture.
    public func displayClicked() { player.submit(.view(.clicked)) }
}

extension Player {
    /// Applies ``isVideoEnabled`` and ``isInBackground`` to the session and to interactive ads.
    func followBackground() {
        let (isVideoEnabled, isInBackground) = (isVideoEnabled, isInBackground)
        session.assumeIsolated { $0.setVisibility(isVideoEnabled: isVideoEnabled, isInBackground: isInBackground) }
        interactiveAds.follow(isInBackground: isInBackground)
    }
}
