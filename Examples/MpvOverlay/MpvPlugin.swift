import Foundation
import PlayheadOverlay

/// Connects an overlay to mpv, using the base class for players. Time codes are positions, because mpv does not report the dates of a
/// stream.
final class MpvPlugin: PlayerPluginBase {
    /// Called when mpv has ended.
    var onEnd: (() -> Void)?

    private let connection: MpvConnection
    private var requests = 0
    private var duration: Double?
    private var isPaused = true
    private var isIdle = true
    private var isSeeking = false
    private var isWaiting = false
    private var wasReady = false
    private var reportedState: OverlayPlayerState?

    /// - Parameter connection: The connection to mpv.
    init(_ connection: MpvConnection) { self.connection = connection }

    // MARK: Reports of mpv

    override func createPlayer() {
        connection.onLine = { [weak self] line in self?.handle(line) }
        connection.onEnd = { [weak self] in self?.onEnd?() }
        for (number, name) in ["duration", "time-pos", "pause", "idle-active", "seeking", "paused-for-cache", "speed", "volume", "mute"]
            .enumerated()
        {
            command(["observe_property", .number(Double(number + 1)), .text(name)])
        }
    }

    private func handle(_ line: MpvLine) {
        switch line {
        case .reply(_, let error?): refuse("do that: \(error)")
        case .reply, .event: break
        case .property(let name, let value): changed(name, value)
        }
    }

    private func changed(_ name: String, _ value: MpvValue?) {
        switch (name, value) {
        case ("duration", .number(let seconds)): duration = seconds
        case ("time-pos", .number(let seconds)):
            if !wasReady { onReady() }
            wasReady = true
            onTime(Self.timecode(seconds), initial: duration.map { _ in 0 }, max: duration.map(Self.timecode))
        case ("pause", .flag(let flag)): isPaused = flag
        case ("idle-active", .flag(let flag)): isIdle = flag
        case ("seeking", .flag(let flag)): isSeeking = flag
        case ("paused-for-cache", .flag(let flag)): isWaiting = flag
        case ("speed", .number(let speed)): onSpeed(Float(speed))
        case ("volume", .number(let volume)): onVolume(Int(exactly: min(max(volume, 0), 100).rounded()) ?? 0)
        case ("mute", .flag(let flag)): onMute(flag)
        default: break
        }
        tellState()
    }

    private func tellState() {
        let state: OverlayPlayerState =
            if isIdle { .stopped } else if isSeeking { .seeking } else if isWaiting { .buffering } else if isPaused { .paused } else {
                .playing
            }
        guard state != reportedState else { return }
        reportedState = state
        onState(state)
    }

    // MARK: What the page asks for

    override func setTime(_ timecode: Int64) { command(["seek", .number(Double(timecode) / 1000), "absolute+exact"]) }

    override func setState(_ state: OverlayPlayerState) {
        switch state {
        case .playing: set("pause", false)
        case .paused: set("pause", true)
        case .stopped: command(["stop"])
        case .seeking, .buffering: refuse("change its state to \(state.rawValue)")
        }
    }

    /// A speed of 0 pauses, because mpv's minimum is 0.01.
    override func setSpeed(_ speed: Float) {
        guard speed > 0 else { return set("pause", .flag(true)) }
        set("speed", .number(min(max(Double(speed), 0.01), 100)))
    }
    override func setVolume(_ volume: Int) { set("volume", .number(Double(volume))) }
    override func setMute(_ isMuted: Bool) { set("mute", .flag(isMuted)) }

    override func setControls(_ controls: StageControls) {
        command(["script-message", "osc-visibility", controls == .visible ? "always" : "never", "no-osd"])
        onControls(controls)
    }

    /// The change is immediate, because mpv does not animate it.
    override func setVideoScale(x: Float, y: Float, pivotX: Float, pivotY: Float, duration: Int) {
        set("video-scale-x", .number(Double(x)))
        set("video-scale-y", .number(Double(y)))
        // mpv's range is -1 to 1.
        set("video-align-x", .number(Double(pivotX) * 2 - 1))
        set("video-align-y", .number(Double(pivotY) * 2 - 1))
        onVideoScale(x: x, y: y, pivotX: pivotX, pivotY: pivotY, duration: 0)
    }

    /// Quits mpv.
    func quit() { command(["quit"]) }

    private func set(_ property: String, _ value: MpvValue) { command(["set_property", .text(property), value]) }

    private func command(_ words: [MpvValue]) {
        requests += 1
        connection.send(MpvLine.command(words, request: requests))
    }

    private static func timecode(_ seconds: Double) -> Int64 { Int64(exactly: (seconds * 1000).rounded()) ?? 0 }
}
