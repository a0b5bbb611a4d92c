import PlayheadCore
import TestSupport

@testable import PlayheadEngine

/// A random item with its loading, its device, and external events.
struct PlayoutScenario {
    /// A picture, or a block of sound.
    struct Piece: Equatable {
        var time: Double
        var end: Double
        /// The number of the run.
        var run = 0
    }

    /// An external event.
    enum Event {
        /// Data up to a time (seconds) arrives.
        case arrival(to: Double)
        /// All data has arrived.
        case completion
        /// Loading ends with an error.
        case failure
        case start
        case pause
        case seek(Double, SeekPrecision)
        case rate(Double)
        case fence(Double?)
        /// Other sound is selected, and loaded after a delay (seconds).
        case otherSound(delay: Double)
        /// The device is lost and returns immediately.
        case deviceReturn
    }

    /// An audio device.
    struct Device {
        /// The time from the start until the device plays, in seconds; infinity if it never reports a position.
        var latency = 0.0
        /// The speed of the clock of the device.
        var speed = 1.0
        /// The maximum duration of sound in the device, in seconds.
        var capacity = 0.5
    }

    var pictures: [Piece]?
    var sound: [Piece]?
    var device: Device?
    var isUnpaced = false
    var isLive = false
    var events: [(time: Double, event: Event)] = []
    /// The maximum duration loaded ahead of the playhead, in seconds.
    var forward = 10.0
    /// The maximum delay of the loop, in seconds.
    var lag = 0.0
    /// The end of the media, in seconds.
    var end = 0.0

    init(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        isUnpaced = numbers.oneIn(4)
        isLive = !isUnpaced && numbers.oneIn(5)
        lag = numbers.oneIn(3) ? numbers.number(0.01...0.25) : 0.002
        makeTracks(&numbers)
        end = max(pictures?.last?.end ?? 0, sound?.last?.end ?? 0)
        if sound != nil, !isUnpaced, !numbers.oneIn(4) {
            let latency = numbers.oneIn(8) ? Double.infinity : numbers.number(0...0.3)
            device = Device(latency: latency, speed: numbers.number(0.999...1.001), capacity: lag + numbers.number(0.2...0.8))
        }
        makeLoading(&numbers)
        makeCommands(&numbers)
        events.sort { $0.time < $1.time }
    }

    // MARK: The item

    /// Creates runs of both tracks: between runs, and inside them, there may be gaps of one track or of both.
    private mutating func makeTracks(_ numbers: inout SeededGenerator) {
        let kind = numbers.below(8)
        var time = 0.0
        var (pictures, sound): ([Piece], [Piece]) = ([], [])
        let interval = [0.02, 0.04, 0.1][numbers.below(3)]
        for run in 0...numbers.below(3) {
            let stop = time + numbers.number(1...4)
            Self.append(&pictures, from: time, to: stop + numbers.number(-0.3...0.3), by: interval, run, &numbers)
            Self.append(&sound, from: time + numbers.number(-0.1...0.1), to: stop + numbers.number(-0.3...0.3), by: 0.1, run, &numbers)
            time = max(pictures.last?.end ?? stop, sound.last?.end ?? stop)
            if numbers.oneIn(2) { time += numbers.number(0.6...5) }
        }
        self.pictures = kind == 0 ? nil : pictures
        self.sound = kind == 1 ? nil : sound
    }

    private static func append(
        _ pieces: inout [Piece], from start: Double, to stop: Double, by interval: Double, _ run: Int, _ numbers: inout SeededGenerator
    ) {
        var time = max(start, pieces.last?.end ?? 0)
        let hole = numbers.oneIn(4) ? numbers.number(start...max(start, stop)) : .infinity
        let holeEnd = hole + numbers.number(0.1...2)
        while time < stop {
            if time < hole || time >= holeEnd { pieces.append(Piece(time: time, end: time + interval, run: run)) }
            time += interval
        }
    }

    // MARK: Events

    private mutating func makeLoading(_ numbers: inout SeededGenerator) {
        var (time, loaded) = (numbers.number(0...0.5), 0.0)
        let speed = isLive ? 1 : numbers.oneIn(3) ? numbers.number(0.3...1) : numbers.number(1...20)
        let chunk = isLive ? 0.2 : numbers.number(0.1...2)
        if isLive {
            loaded = min(3, end)
            events.append((time, .arrival(to: loaded)))
        }
        let failure = numbers.oneIn(8) ? numbers.number(0...end) : .infinity
        while loaded < end {
            time += chunk / speed + (numbers.oneIn(8) ? numbers.number(0...3) : 0)
            loaded = min(end, loaded + chunk)
            guard loaded < failure else { return events.append((time, .failure)) }
            events.append((time, .arrival(to: loaded)))
        }
        events.append((time + 0.01, .completion))
    }

    private mutating func makeCommands(_ numbers: inout SeededGenerator) {
        events.append((numbers.number(0...1), .start))
        guard !numbers.oneIn(3) else { return }
        for _ in 0..<numbers.below(6) {
            let time = numbers.number(0...max(1, end))
            switch numbers.below(7) {
            case 0:
                events.append((time, .pause))
                events.append((time + numbers.number(0...2), .start))
            case 1: events.append((time, .seek(numbers.number(0...max(0, end - 0.5)), numbers.oneIn(2) ? .exact : .keyFrame)))
            case 2: if !isLive { events.append((time, .rate([0.5, 1, 1.5, 2][numbers.below(4)]))) }
            case 3:
                events.append((time, .fence(numbers.number(0...end))))
                events.append((time + numbers.number(0...8), .fence(nil)))
            case 4: if sound != nil { events.append((time, .otherSound(delay: numbers.number(0...5)))) }
            case 5: if device != nil { events.append((time, .deviceReturn)) }
            default: break
            }
        }
    }
}
