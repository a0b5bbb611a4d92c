import Foundation
import PlayheadOverlay

/// Connects a ``Player`` with an overlay: the page hears what happens, and steers what the app grants. On the main actor.
///
/// The player is not kept alive. Reasons of what the page asks for are those of a viewer.
@MainActor
public final class PlayheadPlayerPlugin: PlayerPluginBase {
    /// The time code at the beginning of an on-demand stream that has neither dates nor time codes, in milliseconds since 1970 UTC. By default 0,
    /// so that time codes are the position; `nil` tells none. Nothing but this is ever made up, and the device's clock is never used.
    public var startTimecode: Int64? = 0
    /// Shows and hides controls, and scales the picture; `nil`, the default, is a player that shows neither. It is not kept alive.
    public weak var stage: (any OverlayStage)?

    private weak var player: Player?
    private var token: ObservationToken?
    private var timecodes = TimecodeMap()
    private var overlayState: OverlayPlayerState?
    private var toldControls: StageControls?

    /// Makes the plugin of a player.
    public init(player: Player) {
        self.player = player
        super.init()
    }

    /// The view showed or hid the player's controls by itself. A view that reports to `Player.view` need not call it.
    public func controlsChanged(_ controls: StageControls) {
        guard controls != toldControls else { return }
        tell(controls)
    }

    /// The view is about to scale or move the picture by itself: scales and pivot from 0 to 1, over `duration` milliseconds.
    public func videoScaleChanges(x: Float, y: Float, pivotX: Float, pivotY: Float, duration: Int) {
        onVideoScale(x: x, y: y, pivotX: pivotX, pivotY: pivotY, duration: duration)
    }

    // MARK: What the page asks for

    /// Listens to the player, and tells how it is.
    public override func createPlayer() {
        guard let player else { return }
        token = player.onEvent { [weak self] event in self?.heard(event) }
        tellAll(player)
    }

    /// Listens no more; the player goes on.
    public override func destroyPlayer() {
        token?.invalidate()
        token = nil
    }

    /// Seeks by time code, into the window; without time codes that is a warning.
    public override func setTime(_ timecode: Int64) {
        guard let player else { return }
        let map = currentMap(player)
        guard let time = map.time(of: timecode) else { return refuse("seek by time code, because the stream has none") }
        player.seek(to: player.position(at: time))
    }

    /// Plays, pauses or stops; the player goes into the other states by itself.
    public override func setState(_ state: OverlayPlayerState) {
        switch state {
        case .playing: player?.play(reason: .interaction)
        case .paused: player?.pause(reason: .interaction)
        case .stopped: player?.stop()
        case .seeking, .buffering: refuse("be told to be \(state.rawValue)")
        }
    }

    /// Plays at another rate, as near as the player can; 0 pauses, and leaves the rate for when playing continues.
    public override func setSpeed(_ speed: Float) {
        guard let player else { return }
        guard speed.isFinite, speed >= 0 else { return refuse("play at no rate or backwards") }
        let rates = 0.25...4.0
        let before = player.rate
        guard speed > 0 else {
            player.pause(reason: .interaction)
            return onSpeed(Float(before))
        }
        player.rate = min(max(Double(speed), rates.lowerBound), rates.upperBound)
        // Nothing is told of what does not change, and the page has to know that it doesn't.
        if player.rate == before { onSpeed(Float(before)) }
    }

    /// Sets the volume.
    public override func setVolume(_ volume: Int) { player?.volume = Double(volume) / Self.fullVolume }

    /// Switches the sound off or on.
    public override func setMute(_ isMuted: Bool) { player?.isMuted = isMuted }

    /// Lets the stage show or hide its controls.
    public override func setControls(_ controls: StageControls) {
        guard let stage else { return super.setControls(controls) }
        // What the view tells of itself then is no news.
        toldControls = controls
        stage.setControls(controls)
        tell(controls)
    }

    /// Lets the stage know.
    public override func didSwipeStage(_ direction: SwipeDirection) { stage?.didSwipe(direction) }

    /// Lets the stage scale the picture.
    public override func setVideoScale(x: Float, y: Float, pivotX: Float, pivotY: Float, duration: Int) {
        guard let stage else { return super.setVideoScale(x: x, y: y, pivotX: pivotX, pivotY: pivotY, duration: duration) }
        onVideoScale(x: x, y: y, pivotX: pivotX, pivotY: pivotY, duration: duration)
        stage.scaleVideo(x: x, y: y, pivotX: pivotX, pivotY: pivotY, duration: duration)
    }

    // MARK: What happens

    private static let fullVolume = 100.0

    private func tellAll(_ player: Player) {
        if player.state != .idle, player.state != .opening, player.state != .error { onReady() }
        tellState(player)
        onSpeed(Float(player.rate))
        onVolume(Int(saturating: player.volume * Self.fullVolume))
        onMute(player.isMuted)
        tellTime(player)
    }

    private func heard(_ event: any PlayerEvent) {
        guard let player else { return }
        switch event {
        case is PlaylistItemEvent: timecodes = TimecodeMap()
        case let change as StateChangeEvent:
            if change.newState == .ready { onReady() }
            tellState(player)
            if change.newState == .playing || change.newState == .paused { tellTime(player) }
        case is TimeEvent, is SeekedEvent: tellTime(player)
        case let event as MetaParsedEvent: learn(event.metaData, player)
        case let event as MetaEvent: onMetadata(JSONText.text(.object(event.metaData)))
        case let event as PlaybackRateChangedEvent: onSpeed(Float(event.playbackRate))
        case let event as VolumeEvent: onVolume(Int(saturating: event.volume * Self.fullVolume))
        case let event as MuteEvent: onMute(event.mute)
        case let event as ControlBarVisibleEvent: controlsChanged(event.visible ? .visible : .hidden)
        case let event as SetupErrorEvent: tell(event.error)
        case let event as ErrorEvent: tell(event.error)
        case let event as WarningEvent: tell(event.error)
        default: break
        }
    }

    private func tell(_ controls: StageControls) {
        toldControls = controls
        onControls(controls)
    }

    private func tell(_ error: PlaybackError) {
        onError(OverlayError(level: error.isFatal ? .fatal : .warning, code: error.code, message: error.message))
    }

    private func tellState(_ player: Player) {
        let state = player.state.overlayState
        guard state != overlayState else { return }
        overlayState = state
        onState(state)
    }

    private func tellTime(_ player: Player) {
        let timeline = player.timeline
        let map = currentMap(player)
        guard let timecode = map.timecode(at: timeline.playhead) else { return }
        let range = timeline.seekableRange
        guard timeline.kind != .live, !range.isEmpty else { return onTime(timecode) }
        onTime(
            timecode, initial: map.timecode(at: timeline.playbackTime(at: range.start)),
            max: map.timecode(at: timeline.playbackTime(at: range.end)))
    }

    /// The time codes as the stream tells them; where it tells none, those of ``startTimecode``.
    private func currentMap(_ player: Player) -> TimecodeMap {
        let timeline = player.timeline
        timecodes.dates = timeline.dates
        guard timecodes.isEmpty, timeline.kind == .onDemand, player.media != nil, let startTimecode else { return timecodes }
        var map = TimecodeMap()
        map.add(.init(time: timeline.seekableRange.start, timecode: startTimecode))
        return map
    }

    private func learn(_ metaData: EventFields, _ player: Player) {
        guard metaData["metadataType"] == .string(TimedMetadata.Kind.id3.rawValue), let timecode = TimecodeMap.timecode(in: metaData),
            case .double(let position)? = metaData["metadataTime"]
        else { return }
        timecodes.add(.init(time: player.timeline.playbackTime(at: position), timecode: timecode))
    }
}

extension PlaybackState {
    /// The state as overlays call it.
    public var overlayState: OverlayPlayerState {
        switch self {
        case .idle, .stopping, .ended, .error: .stopped
        case .opening, .play, .buffering: .buffering
        case .ready, .pausing, .paused: .paused
        case .playing: .playing
        case .seeking: .seeking
        }
    }
}
