import PlayheadOverlay

/// The view with the picture and the player's controls. On the main actor.
@MainActor
public protocol OverlayStage: AnyObject {
    /// Shows or hides the controls.
    func setControls(_ controls: StageControls)
    /// Handles a swipe on the empty stage.
    func didSwipe(_ direction: SwipeDirection)
    /// Scales and moves the picture: scales and pivot from 0 to 1 relative to its full size, over `duration` milliseconds.
    func scaleVideo(x: Float, y: Float, pivotX: Float, pivotY: Float, duration: Int)
}
