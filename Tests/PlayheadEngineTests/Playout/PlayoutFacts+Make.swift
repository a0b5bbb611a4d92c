import PlayheadCore

@testable import PlayheadEngine

extension PlayoutFacts.Pictures {
    /// A track that shows the picture of 0 s, with pictures ready at `times` (seconds).
    static func ready(_ times: Double..., supply: PlayoutFacts.PictureSupply = .more, end: Double = 0, isShown: Bool = true) -> Self {
        Self(queue: times.map { .init(time: $0) }, supply: supply, end: end, hasShown: isShown, hasDecoded: true)
    }
}

extension PlayoutFacts.Sound {
    /// A track whose device has sound up to `end` (seconds).
    static func device(_ supply: SoundSupply = .full, end: Double, audibleTime: Double? = nil) -> Self {
        Self(
            supply: supply, end: end, hasSound: true, isDecoded: supply == .ended, isPrimed: true, isMaster: true, hasOutput: true,
            audibleTime: audibleTime,
            handedFrames: 1)
    }

    /// A track without a device, whose sound is decoded up to `end` (seconds).
    static func counted(_ supply: SoundSupply = .full, end: Double) -> Self {
        Self(
            supply: supply, end: end, hasSound: true, isDecoded: supply == .ended, isPrimed: true, isDrained: supply == .ended,
            handedFrames: 1)
    }
}

extension PlayoutFacts {
    /// Facts at monotonic time `now` with plenty loaded.
    init(_ now: Double, _ pictures: Pictures?, _ sound: Sound? = nil, ahead: Double = 10) {
        self.init(now: now)
        self.pictures = pictures
        self.sound = sound
        loaded.ahead = ahead
    }
}

extension PlayoutMachine {
    /// A machine that moves from monotonic time 0, at `position` (seconds).
    static func moving(at position: Double = 0, duration: Double = 100, isUnpaced: Bool = false) -> Self {
        var machine = Self()
        machine.open(Item(isUnpaced: isUnpaced, announcedTolerance: nil), at: position, duration: duration, now: 0)
        machine.wantsToMove = true
        machine.motion = .moving
        machine.clock.start(at: 0)
        machine.isDeviceRunning = true
        machine.isFirstFrameReported = true
        machine.nextTick = isUnpaced ? position + 0.1 : 0.1
        return machine
    }

    /// A machine that waits from monotonic time 0 for `amount` seconds of data.
    static func waiting(amount: Double = 0.3, duration: Double = 100) -> Self {
        var machine = Self()
        machine.open(Item(), at: 0, duration: duration, now: 0)
        _ = machine.start(at: 0)
        machine.motion = .waiting(since: 0, amount: amount, reason: .loading, isReported: false)
        return machine
    }
}
