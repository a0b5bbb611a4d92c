#if canImport(CWebKit)
    import PlayheadGTK
    import PlayheadOverlay
    import PlayheadOverlayPlayer
    import PlayheadView

    /// What an overlay's page may do with the view: show and hide its control bar, and make the picture smaller.
    extension PlayerView: OverlayStage {
        /// Shows the control bar, or lets it go where nobody uses it. Keys are the player's again: the page would take arrows and space to scroll.
        public func setControls(_ controls: StageControls) {
            takeKeys()
            showControls(controls == .visible)
        }

        /// Up brings the control bar, down lets it go. Keys are the player's again.
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
