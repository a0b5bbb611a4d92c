/// What any player needs to be steered by an overlay: a subclass overrides what the page may ask for, and calls the methods that tell.
///
/// All is on the main actor. What the player can't do needs no override: it is told as a warning.
@MainActor
open class PlayerPluginBase: PlayerPlugin {
    private var host: OverlayHost?

    /// Makes a plugin.
    public init() {}

    // MARK: What the page asks for

    /// The player is to be made or connected.
    open func createPlayer() {}
    /// The overlay is over; the player may go on.
    open func destroyPlayer() {}
    /// The playhead is to be put at a time code, in milliseconds since 1970 UTC.
    open func setTime(_ timecode: Int64) { refuse("seek") }
    /// The player is to play, pause or stop; `seeking` and `buffering` are none that can be asked for.
    open func setState(_ state: OverlayPlayerState) { refuse("play or pause") }
    /// The rate of playing is to be this, 0 to 16; 1 is normal, 0 is a pause.
    open func setSpeed(_ speed: Float) { refuse("change its speed") }
    /// The volume is to be this, 0 to 100.
    open func setVolume(_ volume: Int) { refuse("change its volume") }
    /// Sound is to be off or on.
    open func setMute(_ isMuted: Bool) { refuse("mute its sound") }
    /// The player's controls are to be shown or hidden.
    open func setControls(_ controls: StageControls) { refuse("show or hide controls") }
    /// The empty stage was swiped.
    open func didSwipeStage(_ direction: SwipeDirection) {}
    /// The picture is to be made smaller or moved: scales and pivot from 0 to 1, over `duration` milliseconds.
    open func setVideoScale(x: Float, y: Float, pivotX: Float, pivotY: Float, duration: Int) { refuse("scale its picture") }
    /// The page can receive. All that is told before is kept, the newest of each kind.
    open func onBridgeReady() {}

    // MARK: What the player tells

    /// The player is ready to play.
    public func onReady() { send(.playerReady) }

    /// The playhead, and the window that can be sought in, if there is one: milliseconds since 1970 UTC.
    public func onTime(_ timecode: Int64, initial: Int64? = nil, max: Int64? = nil) {
        send(.playerTime(timecode: timecode, initialTimecode: initial, maxTimecode: max))
    }

    /// Something went wrong in the player.
    public func onError(_ error: OverlayError) { send(.playerError(error: error)) }

    /// The playhead came to metadata, which is the text of a JSON value.
    public func onMetadata(_ json: String) { send(.playerMetadata(metadata: json)) }

    /// The state changed.
    public func onState(_ state: OverlayPlayerState) { send(.playerState(state: state)) }

    /// The controls were shown or hidden.
    public func onControls(_ controls: StageControls) { send(.playerStage(controls: controls)) }

    /// The rate of playing changed.
    public func onSpeed(_ speed: Float) { send(.playerSpeed(speed: speed)) }

    /// The volume changed, 0 to 100.
    public func onVolume(_ volume: Int) { send(.playerVolume(volume: volume)) }

    /// Sound was switched off or on.
    public func onMute(_ isMuted: Bool) { send(.playerMute(mute: isMuted)) }

    /// The picture is about to be made smaller or moved.
    public func onVideoScale(x: Float, y: Float, pivotX: Float, pivotY: Float, duration: Int) {
        send(.playerVideoScale(videoScaleX: x, videoScaleY: y, videoPivotX: pivotX, videoPivotY: pivotY, videoScaleDuration: duration))
    }

    /// Tells that the player can't do what it was asked for: "The player can't …".
    public func refuse(_ what: String) { onError(OverlayError(.unsupported, .warning, what)) }

    // MARK: As a plugin

    /// Keeps the way to the overlay, and connects the player.
    public func create(host: OverlayHost) {
        self.host = host
        createPlayer()
    }

    /// Disconnects the player.
    public func destroy() {
        destroyPlayer()
        host = nil
    }

    /// Calls the method of what the page asks for.
    open func receive(_ message: OverlayMessage) {
        switch message {
        case .bridgeReady: onBridgeReady()
        case .bridgeTime(let timecode): setTime(timecode)
        case .bridgeState(let state): setState(state)
        case .bridgeSpeed(let speed): setSpeed(speed)
        case .bridgeVolume(let volume): setVolume(volume)
        case .bridgeMute(let isMuted): setMute(isMuted)
        case .bridgeStage(let controls): setControls(controls)
        case .bridgeStageSwipe(let direction): didSwipeStage(direction)
        case .bridgeVideoScale(let x, let y, let pivotX, let pivotY, let duration):
            setVideoScale(x: x, y: y, pivotX: pivotX, pivotY: pivotY, duration: duration)
        default: break
        }
    }

    private func send(_ message: OverlayMessage) { host?.send(message) }
}
