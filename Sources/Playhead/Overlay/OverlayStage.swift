import PlayheadOverlay

/// Where the picture and the player's controls are: a view. On the main actor.
@MainActor
public protocol OverlayStage: AnyObject {
    /// Shows the controls or hides them.
    func setControls(_ controls: StageControls)
    /// The empty stage was swiped.
    func didSwipe(_ direction: SwipeDirection)
    /// Makes the picture smaller or moves it: scales and pivot from 0 to 1 relative to its full size, over `duration` milliseconds.
    func scaleVideo(x: Float, y: Float, pivotX: Float, pivotY: Float, duration: Int)
}
