/// A base class for player plugins: a subclass overrides the methods for the page's requests, and calls the methods that report events.
///
/// The class belongs to the main actor. A request without an override is answered with a warning.
@MainActor
open class PlayerPluginBase: PlayerPlugin {
    private var host: OverlayHost?

    /// Creates a plugin.
    public init() {}

    // MARK: What the page asks for

    /// Creates or connects the player.
    open func createPlayer() {}
    /// Called when the overlay is destroyed; the player may continue.
    open func destroyPlayer() {}
    /// Seeks to a time code, in milliseconds since 1970 UTC.
    open func setTime(_ timecode: Int64) { refuse("seek") }
    /// Plays, pauses or stops; `seeking` and `buffering` are never requested.
    open func setState(_ state: OverlayPlayerState) { refuse("play or pause") }
    /// Sets the playback rate, from 0 to 16; 1 is normal, 0 is a pause.
    open func setSpeed(_ speed: Float) { refuse("change its speed") }
    /// Sets the volume, from 0 to 100.
    open func setVolume(_ volume: Int) { refuse("change its volume") }
    /// Mutes or unmutes the sound.
    open func setMute(_ isMuted: Bool) { refuse("mute its sound") }
    /// Shows or hides the player's controls.
    open func setControls(_ controls: StageControls) { refuse("show or hide controls") }
    /// Called when the empty stage is swiped.
    open func didSwipeStage(_ direction: SwipeDirection) {}
    /// Scales or moves the picture: scales and pivot from 0 to 1, over `duration` milliseconds.
    open func setVideoScale(x: Float, y: Float, pivotX: Float, pivotY: Float, duration: Int) { refuse("scale its picture") }
    /// Called when the page is ready to receive. Until then, the latest report of each kind is kept.
    open func onBridgeReady() {}

    // MARK: Reports of the player

    /// Reports that the player is ready to play.
    public func onReady() { send(.playerReady) }

    /// Reports the playhead, and the seekable window if there is one, in milliseconds since 1970 UTC.
    public func onTime(_ timecode: Int64, initial: Int64? = nil, max: Int64? = nil) {
        send(.playerTime(timecode: timecode, initialTimecode: initial, maxTimecode: max))
    }

    /// Reports an error of the player.
    public func onError(_ error: OverlayError) { send(.playerError(error: error)) }

    /// Reports that the playhead has reached metadata, given as the text of a JSON value.
    public func onMetadata(_ json: String) { send(.playerMetadata(metadata: json)) }

    /// Reports a change of the state.
    public func onState(_ state: OverlayPlayerState) { send(.playerState(state: state)) }

    /// Reports that the controls were shown or hidden.
    public func onControls(_ controls: StageControls) { send(.playerStage(controls: controls)) }

    /// Reports a change of the playback rate.
    public func onSpeed(_ speed: Float) { send(.playerSpeed(speed: speed)) }

    /// Reports a change of the volume, from 0 to 100.
    public func onVolume(_ volume: Int) { send(.playerVolume(volume: volume)) }

    /// Reports that the sound was muted or unmuted.
    public func onMute(_ isMuted: Bool) { send(.playerMute(mute: isMuted)) }

    /// Reports that the picture is about to be scaled or moved.
    public func onVideoScale(x: Float, y: Float, pivotX: Float, pivotY: Float, duration: Int) {
        send(.playerVideoScale(videoScaleX: x, videoScaleY: y, videoPivotX: pivotX, videoPivotY: pivotY, videoScaleDuration: duration))
    }

    /// Reports that the player does not support a request: "The player can't …".
    public func refuse(_ what: String) { onError(OverlayError(.unsupported, .warning, what)) }

    // MARK: As a plugin

    /// Stores the overlay's host, and connects the player.
    public func create(host: OverlayHost) {
        self.host = host
        createPlayer()
    }

    /// Disconnects the player.
    public func destroy() {
        destroyPlayer()
        host = nil
    }

    /// Calls the method for a request of the page.
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
