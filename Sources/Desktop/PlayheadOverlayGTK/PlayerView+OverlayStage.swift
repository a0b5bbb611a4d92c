#if canImport(CWebKit)
    import Playhead
    import PlayheadGTK
    import PlayheadOverlay
    import PlayheadView

    /// Lets an overlay's page show and hide the view's control bar, and scale the picture.
    extension PlayerView: OverlayStage {
        /// Shows the control bar, or hides it if it is not in use. The keyboard focus moves to the player, because the page would use
        /// arrows and space to scroll.
        public func setControls(_ controls: StageControls) {
            takeKeys()
            showControls(controls == .visible)
        }

        /// Shows the control bar after a swipe up, and hides it after a swipe down. The keyboard focus moves to the player.
        public func didSwipe(_ direction: SwipeDirection) {
            takeKeys()
            switch direction {
            case .up: showControls(true)
            case .down: showControls(false)
            case .left, .right: break
            }
        }

        /// Scales the picture with its captions.
        public func scaleVideo(x: Float, y: Float, pivotX: Float, pivotY: Float, duration: Int) {
            let scale = VideoScale(x: Double(x), y: Double(y), pivotX: Double(pivotX), pivotY: Double(pivotY))
            let milliseconds = 1000.0
            scalePicture(to: scale, over: Double(duration) / milliseconds)
        }
    }
#endif
