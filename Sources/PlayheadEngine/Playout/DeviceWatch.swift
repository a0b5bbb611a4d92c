/// Detects an audio device that has stopped, such as a suspended sink: it has sound to play, and its position stands still.
struct DeviceWatch: Sendable, Equatable {
    /// The position of the device, in seconds; `nil` if it need not move.
    private var position: Double?
    /// The monotonic time of the last change, in seconds.
    private var changeTime = 0.0

    /// Records the position of a device that was started, or the absence of one.
    mutating func note(_ sound: PlayoutFacts.Sound?, isRunning: Bool, at now: Double) {
        let new = sound.flatMap { isRunning && $0.isMaster && !$0.isDrained ? $0.audibleTime : nil }
        guard new == nil || new != position else { return }
        (position, changeTime) = (new, now)
    }

    /// Whether the device has stopped.
    func isStopped(at now: Double) -> Bool { position != nil && now - changeTime >= PlayoutLimits.deviceStop }
}
