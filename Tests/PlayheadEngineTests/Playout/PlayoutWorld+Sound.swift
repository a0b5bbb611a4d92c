import PlayheadCore

@testable import PlayheadEngine

extension PlayoutWorld {
    /// The audio track behind its decoder, and its device.
    struct Sound {
        /// Sound in the device: from `time` to `end` (seconds), at a tempo.
        struct Held {
            var time: Double
            var end: Double
            var rate: Double
        }

        let blocks: [PlayoutScenario.Piece]
        let device: PlayoutScenario.Device?
        /// The next block that the decoder returns.
        var next = 0
        var expected: Double?
        var begin = 0.0
        var end = 0.0
        var rate = 1.0
        var hole: PlayoutScenario.Piece?
        var isHoleNewRun = false
        var lastRun: Int?
        var isDecoded = false
        var handed = 0
        /// The end of the silence that was added last, in seconds.
        var silenceEnd = -Double.infinity
        /// A block for which silence was played.
        var replaced: PlayoutScenario.Piece?
        /// The blocks that wait for the playhead if there is no device.
        var queue: [PlayoutScenario.Piece] = []

        var held: [Held] = []
        var isOpen = false
        /// The time from which the device plays, or `nil` while it is paused.
        var soundsFrom: Double?
        var hasSounded = false

        init(_ blocks: [PlayoutScenario.Piece], _ device: PlayoutScenario.Device?) {
            self.blocks = blocks
            self.device = device
        }

        /// The real time that the sound in the device lasts, in seconds.
        var buffered: Double { held.reduce(0) { $0 + ($1.end - $1.time) / $1.rate } }
        var isMaster: Bool { device != nil && isOpen }
        var audibleTime: Double? { device?.latency != .infinity && hasSounded ? held.first?.time : nil }
        var isDrained: Bool { isDecoded && queue.isEmpty && held.isEmpty }
        var gapEnd: Double? { hole.flatMap { isHoleNewRun || $0.time - (expected ?? begin) > 60 ? $0.time : nil } }

        func facts(_ supply: SoundSupply) -> PlayoutFacts.Sound {
            PlayoutFacts.Sound(
                supply: supply, end: end, hasSound: expected != nil, isDecoded: isDecoded,
                isPrimed: isDecoded || (isMaster ? !held.isEmpty || hasSounded : expected != nil || !queue.isEmpty), isDrained: isDrained,
                isMaster: isMaster, hasOutput: device != nil, audibleTime: audibleTime, gapEnd: gapEnd, handedFrames: handed)
        }

        mutating func restart(at time: Double, rate: Double) {
            join(at: time)
            self.rate = rate
            queue = []
            held = []
            hasSounded = false
        }

        mutating func join(at time: Double) {
            next = blocks.firstIndex { $0.end > time } ?? blocks.count
            (begin, end, expected, silenceEnd) = (time, time, nil, -.infinity)
            (hole, lastRun, isDecoded) = (nil, nil, false)
        }

        /// Drops sound before the playhead, like ``AudioRenderer``.
        mutating func awaitSound(from time: Double) {
            if let expected {
                guard time - expected > PlayoutLimits.clockLead, isMaster, held.isEmpty else { return }
                self.expected = nil
            }
            guard hole == nil, time > begin else { return }
            (begin, end) = (time, time)
        }

        /// Decodes sound as long as there is room.
        mutating func feed(playhead: Double, _ loading: Loading) -> SoundSupply {
            while true {
                if isMaster {
                    if buffered >= device?.capacity ?? 0 { return .full }
                } else {
                    while let first = queue.first, first.time <= playhead {
                        handed += 1
                        queue.removeFirst()
                    }
                    if !queue.isEmpty { return .full }
                }
                if hole != nil { return .hole }
                if isDecoded { return .ended }
                guard next < blocks.count else {
                    guard loading.isComplete else { return loading.isAbsent ? .absent(until: loading.end) : .starved }
                    isDecoded = true
                    continue
                }
                let block = blocks[next]
                guard loading.has(block) else { return loading.isAbsent ? .absent(until: loading.end) : .starved }
                next += 1
                isHoleNewRun = block.run != lastRun
                lastRun = block.run
                if block.time - (expected ?? begin) > 0.5 { hole = block } else { accept(block) }
            }
        }

        private mutating func accept(_ block: PlayoutScenario.Piece) {
            guard block.end > begin else { return }
            let start = expected ?? begin
            if silenceEnd == start, start >= block.end { replaced = block }
            end = max(start, block.end)
            expected = end
            if device == nil {
                queue.append(block)
            } else {
                // A short gap is filled with silence.
                hold(from: start, to: end)
            }
        }

        mutating func fillSilence(until time: Double) {
            let start = expected ?? begin
            let stop = min(time, start + 1, hole?.time ?? .infinity)
            if stop > start {
                hold(from: start, to: stop)
                (expected, end, silenceEnd) = (stop, stop, stop)
            }
            guard let block = hole, block.time - (expected ?? begin) <= 0.03 else { return }
            hole = nil
            accept(block)
        }

        private mutating func hold(from start: Double, to stop: Double) {
            guard device != nil, stop > start else { return }
            isOpen = true
            handed += 1
            held.append(Held(time: start, end: stop, rate: rate))
        }

        /// Starts the device; a device that has played since it was emptied starts quickly.
        mutating func startDevice(at now: Double) {
            guard let device, soundsFrom == nil else { return }
            let resuming = 0.03
            soundsFrom = now + (hasSounded ? min(resuming, device.latency) : device.latency)
        }

        /// Plays from monotonic time `start` to `stop` (seconds).
        mutating func play(from start: Double, to stop: Double) {
            guard let device, let soundsFrom else { return }
            // A device that reports no position plays nevertheless.
            let begin = device.latency == .infinity ? start : max(start, soundsFrom)
            var left = max(0, stop - begin) * device.speed
            while left > 0, let first = held.first {
                hasSounded = true
                let length = (first.end - first.time) / first.rate
                if length <= left {
                    left -= length
                    held.removeFirst()
                } else {
                    held[0].time += left * first.rate
                    left = 0
                }
            }
        }
    }
}
