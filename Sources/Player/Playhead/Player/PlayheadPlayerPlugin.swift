import Foundation
import PlayheadOverlay

/// Connects a ``Player`` with an overlay: the page receives the player's events, and controls what the app permits. On the main actor.
///
/// The player is not retained. Commands of the page have the reason of a viewer's interaction.
@MainActor
public final class PlayheadPlayerPlugin: PlayerPluginBase {
    /// The time code at the start of an on-demand stream without dates and time codes, in milliseconds since 1970 UTC. By default 0, so
    /// that time codes are positions; with `nil` none are reported. No other time code is made up, and the device's clock is never used.
    public var startTimecode: Int64? = 0
    /// The stage, which shows controls and scales the picture; `nil`, the default, for a player without both. Not retained.
    public weak var stage: (any OverlayStage)?

    private weak var player: Player?
    private var token: ObservationToken?
    private var timecodes = TimecodeMap()
    private var overlayState: OverlayPlayerState?
    private var publishedControls: StageControls?

    /// Creates the plugin of a player.
    public init(player: Player) {
        self.player = player
        super.init()
    }

    /// Reports that the view itself showed or hid the player's controls. Not needed for a view that reports to `Player.view`.
    public func controlsChanged(_ controls: StageControls) {
        guard controls != publishedControls else { return }
        publish(controls)
    }

    /// Reports that the view itself will scale or move the picture: scales and pivot from 0 to 1, over `duration` milliseconds.
    public func videoScaleChanges(x: Float, y: Float, pivotX: Float, pivotY: Float, duration: Int) {
        onVideoScale(x: x, y: y, pivotX: pivotX, pivotY: pivotY, duration: duration)
    }

    // MARK: Commands of the page

    /// Starts to observe the player, and reports its state.
    public override func createPlayer() {
        guard let player else { return }
        token = player.onEvent { [weak self] event in self?.handle(event) }
        publishAll(player)
    }

    /// Stops observing the player; playback continues.
    public override func destroyPlayer() {
        token?.invalidate()
        token = nil
    }

    /// Seeks to a time code, limited to the window; refused with a warning without time codes.
    public override func setTime(_ timecode: Int64) {
        guard let player else { return }
        let map = currentMap(player)
        guard let time = map.time(of: timecode) else { return refuse("seek by time code, because the stream has no time codes") }
        player.seek(to: player.position(at: time))
    }

    /// Plays, pauses or stops; all other states are refused.
    public override func setState(_ state: OverlayPlayerState) {
        switch state {
        case .playing: player?.play(reason: .interaction)
        case .paused: player?.pause(reason: .interaction)
        case .stopped: player?.stop()
        case .seeking, .buffering: refuse("change its state to \(state.rawValue)")
        }
    }

    /// Sets the playback rate, limited to the supported range; 0 pauses, and keeps the rate for later.
    public override func setSpeed(_ speed: Float) {
        guard let player else { return }
        guard speed.isFinite, speed >= 0 else { return refuse("play at a rate of 0 or backwards") }
        let rates = 0.25...4.0
        let before = player.rate
        guard speed > 0 else {
            player.pause(reason: .interaction)
            return onSpeed(Float(before))
        }
        player.rate = min(max(Double(speed), rates.lowerBound), rates.upperBound)
        // No event reports an unchanged rate, but the page must receive it.
        if player.rate == before { onSpeed(Float(before)) }
    }

    /// Sets the volume.
    public override func setVolume(_ volume: Int) { player?.volume = Double(volume) / Self.fullVolume }

    /// Mutes or unmutes the sound.
    public override func setMute(_ isMuted: Bool) { player?.isMuted = isMuted }

    /// Shows or hides the controls of the stage.
    public override func setControls(_ controls: StageControls) {
        guard let stage else { return super.setControls(controls) }
        // The report of the view that follows is redundant.
        publishedControls = controls
        stage.setControls(controls)
        publish(controls)
    }

    /// Passes a swipe on to the stage.
    public override func didSwipeStage(_ direction: SwipeDirection) { stage?.didSwipe(direction) }

    /// Scales the picture of the stage.
    public override func setVideoScale(x: Float, y: Float, pivotX: Float, pivotY: Float, duration: Int) {
        guard let stage else { return super.setVideoScale(x: x, y: y, pivotX: pivotX, pivotY: pivotY, duration: duration) }
        onVideoScale(x: x, y: y, pivotX: pivotX, pivotY: pivotY, duration: duration)
        stage.scaleVideo(x: x, y: y, pivotX: pivotX, pivotY: pivotY, duration: duration)
    }

    // MARK: Events

    private static let fullVolume = 100.0

    private func publishAll(_ player: Player) {
        if player.state != .idle, player.state != .opening, player.state != .error { onReady() }
        publishState(player)
        onSpeed(Float(player.rate))
        onVolume(Int(saturating: player.volume * Self.fullVolume))
        onMute(player.isMuted)
        publishTime(player)
    }

    private func handle(_ event: any PlayerEvent) {
        guard let player else { return }
        switch event {
        case is PlaylistItemEvent: timecodes = TimecodeMap()
        case let change as StateChangeEvent:
            if change.newState == .ready { onReady() }
            publishState(player)
            if change.newState == .playing || change.newState == .paused { publishTime(player) }
        case is TimeEvent, is SeekedEvent: publishTime(player)
        case let event as MetaParsedEvent: update(event.metaData, player)
        case let event as MetaEvent: onMetadata(JSONText.text(.object(event.metaData)))
        case let event as PlaybackRateChangedEvent: onSpeed(Float(event.playbackRate))
        case let event as VolumeEvent: onVolume(Int(saturating: event.volume * Self.fullVolume))
        case let event as MuteEvent: onMute(event.mute)
        case let event as ControlBarVisibleEvent: controlsChanged(event.visible ? .visible : .hidden)
        case let event as SetupErrorEvent: publish(event.error)
        case let event as ErrorEvent: publish(event.error)
        case let event as WarningEvent: publish(event.error)
        default: break
        }
    }

    private func publish(_ controls: StageControls) {
        publishedControls = controls
        onControls(controls)
    }

    private func publish(_ error: PlaybackError) {
        onError(OverlayError(level: error.isFatal ? .fatal : .warning, code: error.code, message: error.message))
    }

    private func publishState(_ player: Player) {
        let state = player.state.overlayState
        guard state != overlayState else { return }
        overlayState = state
        onState(state)
    }

    private func publishTime(_ player: Player) {
        let timeline = player.timeline
        let map = currentMap(player)
        guard let timecode = map.timecode(at: timeline.playhead) else { return }
        let range = timeline.seekableRange
        guard timeline.kind != .live, !range.isEmpty else { return onTime(timecode) }
        onTime(
            timecode, initial: map.timecode(at: timeline.playbackTime(at: range.start)),
            max: map.timecode(at: timeline.playbackTime(at: range.end)))
    }

    /// Returns the time codes of the stream, or if it has none, those of ``startTimecode``.
    private func currentMap(_ player: Player) -> TimecodeMap {
        let timeline = player.timeline
        timecodes.dates = timeline.dates
        guard timecodes.isEmpty, timeline.kind == .onDemand, player.media != nil, let startTimecode else { return timecodes }
        var map = TimecodeMap()
        map.add(.init(time: timeline.seekableRange.start, timecode: startTimecode))
        return map
    }

    private func update(_ metaData: EventFields, _ player: Player) {
        guard metaData["metadataType"] == .string(TimedMetadata.Kind.id3.rawValue), let timecode = TimecodeMap.timecode(in: metaData),
            case .double(let position)? = metaData["metadataTime"]
        else { return }
        timecodes.add(.init(time: player.timeline.playbackTime(at: position), timecode: timecode))
    }
}

extension PlaybackState {
    /// The corresponding state of overlays.
    package var overlayState: OverlayPlayerState {
        switch self {
        case .idle, .stopping, .ended, .error: .stopped
        case .opening, .play, .buffering: .buffering
        case .ready, .pausing, .paused: .paused
        case .playing: .playing
        case .seeking: .seeking
        }
    }
}

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
