import PlayheadAdaptive
import PlayheadCore

/// The decisions of playing one item: when to start, wait, stall, present, drop, play silence, skip a gap, stop and end.
///
/// A value without I/O, clocks or threads. The loop collects ``PlayoutFacts``, calls ``move(_:)`` once and then ``decide(_:)`` until it
/// returns ``PlayoutInstruction/wait(until:)``, and performs each instruction before it collects facts again. For commands see `+Commands`.
struct PlayoutMachine: Sendable, Equatable {
    /// The state of the playhead.
    enum Motion: Sendable, Equatable {
        /// The playhead stands and is not requested to move.
        case held
        /// The playhead is requested to move and waits for `amount` seconds of data.
        case waiting(since: Double, amount: Double, reason: BufferReason, isReported: Bool)
        /// The audio device was started and does not play yet.
        case starting(since: Double)
        /// The playhead moves.
        case moving
    }

    /// The properties of the item that do not change.
    struct Item: Sendable, Equatable {
        /// Whether the data moves the playhead instead of a clock.
        var isUnpaced = false
        /// The seconds between reports of progress.
        var tick = 0.1
        /// The tolerance within which the announced duration has to be reached, in seconds; `nil` if it need not be reached.
        var announcedTolerance: Double?
        /// The latency in low latency.
        var latency = LiveLatency()
        /// The URL without credentials, for errors.
        var url = ""
    }

    /// The distance from a live edge.
    struct Live: Sendable, Equatable {
        /// The control of the rate that keeps the distance from the edge; `nil` without low latency.
        var pacing: LivePacing?
        /// Whether the playhead catches up with the edge; `nil` until playback continues after a start or seek: a position far behind the edge
        /// was chosen.
        var followsEdge: Bool?
        /// Whether playback at a rate above 1 has caught up with the live position, which no playback can pass.
        var isCaughtUp = false
        /// The time before which metadata and captions were dropped, in seconds.
        var forgotten = -Double.infinity
    }

    /// A stop at a fence.
    struct Standing: Sendable, Equatable {
        var fence: Double
        var since: Double
    }

    /// The monotonic times since which unpaced playing waits, in seconds.
    struct Waits: Sendable, Equatable {
        var data: Double?
        var captions: Double?
    }

    var item: Item
    var length = PlayoutLength()
    var live = Live()
    var takeover = SoundTakeover()
    var waits = Waits()
    var supply = StartSupply()

    var position = 0.0
    var clock = MediaClock()
    var motion = Motion.held
    var rate = 1.0
    /// Whether playback is requested.
    var wantsToMove = false
    var seek: PlayoutSeek?
    /// The newest seek, which begins when the current one has shown its picture.
    var nextSeek: PlayoutSeek?
    /// The monotonic time at which the current seek began, in seconds.
    var seekStart = 0.0
    /// The position of a stop that the playhead has reached and that is not handled yet, in seconds.
    var arrival: Double?
    var standing: Standing?
    /// The time that the playhead does not pass before the next turn, in seconds.
    var limit = Double.infinity
    /// The time of the next progress report: monotonic, or on the timeline if the data moves the playhead.
    var nextTick = 0.0
    /// Whether the next start is reported.
    var reportsStart = true
    var isFirstFrameReported = false
    var isDeviceRunning = false
    var deviceWatch = DeviceWatch()
    /// Whether the playback has failed.
    var isOver = false
    private var instructions: [PlayoutInstruction] = []

    /// Creates a machine for an item that is not open yet.
    init(item: Item = Item()) { self.item = item }

    /// Adds an instruction to the result of the current call.
    mutating func emit(_ instruction: PlayoutInstruction) { instructions.append(instruction) }

    /// Returns and removes the instructions of the current call.
    mutating func drain() -> [PlayoutInstruction] {
        defer { instructions = [] }
        return instructions
    }

    // MARK: Turns

    /// Moves the playhead to the time of the clock; called first in each iteration of the loop.
    mutating func move(_ facts: PlayoutFacts) -> [PlayoutInstruction] {
        guard motion == .moving, !item.isUnpaced, seek == nil, !isOver else { return [] }
        follow(facts)
        return drain()
    }

    /// Decides the next step at the playhead.
    mutating func decide(_ facts: PlayoutFacts) -> [PlayoutInstruction] {
        if isOver {
            emit(.wait(until: .infinity))
        } else if let seek {
            reach(seek, facts)
        } else if let end = silenceEnd(facts) {
            emit(.playSilence(until: end))
        } else {
            switch motion {
            case .held: stay(facts)
            case .waiting(let since, let amount, let reason, let isReported):
                wait(since: since, amount: amount, reason: reason, isReported: isReported, facts)
            case .starting(let since): awaitDevice(since: since, facts)
            case .moving: item.isUnpaced ? playUnpaced(facts) : play(facts)
            }
        }
        return drain()
    }

    /// Whether the loop feeds sound before ``decide(_:)``. A device is filled while held; otherwise sound follows the playhead. `hasOutput`
    /// is true if sound is handed to a device.
    func feedsSound(hasOutput: Bool) -> Bool {
        if isOver { return false }
        return seek != nil || motion != .held || standing == nil && hasOutput
    }

    // MARK: The playhead

    /// The selected rate, or 1 where playback has caught up with the live position.
    var effectiveRate: Double { live.isCaughtUp ? 1 : rate }

    /// The tempo of clock and sound.
    var tempo: Double { effectiveRate * (live.pacing?.rate ?? 1) }

    /// The playhead according to the clock, but not before a value that another thread has read.
    func playhead(_ facts: PlayoutFacts) -> Double {
        item.isUnpaced ? position : max(position, clock.time(at: facts.now), facts.lastRead)
    }

    /// Moves the playhead to `time` by playing.
    mutating func advance(to time: Double, _ facts: PlayoutFacts) {
        guard time > position else { return }
        let ahead = facts.loaded.ahead - (time - position)
        if length.extend(beyond: time, ahead: ahead, mediaEnd: facts.loaded.end) { emit(.report(.durationChanged(length.duration))) }
        let played = length.step(from: position, to: time)
        emit(.move(from: position, to: time, played: played))
        position = time
    }

    /// Stops the playhead at its position.
    mutating func hold(at now: Double) {
        clock.stop(at: now)
        clock.set(position, at: now)
        emit(.holdDevice)
        isDeviceRunning = false
        motion = .held
        standing = nil
        arrival = nil
    }

    /// Requests the playhead to move once `amount` seconds of data are loaded.
    mutating func waitToMove(amount: Double, reason: BufferReason, reportsStart: Bool, at now: Double) {
        self.reportsStart = reportsStart
        supply = StartSupply()
        motion = .waiting(since: now, amount: amount, reason: reason, isReported: false)
        standing = nil
    }

    /// Ends playback with an error; only the first call has an effect.
    mutating func fail(_ error: PlaybackError, at now: Double) {
        guard !isOver else { return }
        isOver = true
        clock.stop(at: now)
        emit(.holdDevice)
        isDeviceRunning = false
        motion = .held
        emit(.fail(error))
    }
}
