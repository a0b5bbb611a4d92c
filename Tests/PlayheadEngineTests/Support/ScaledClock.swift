import PlayheadCore

/// The system clock, accelerated: real time for the engine in less time for the test.
struct ScaledClock: PlaybackClock {
    let speed: Double
    private let system = SystemClock()

    init(speed: Double) { self.speed = speed }

    var now: Double { system.now * speed }

    func sleep(until deadline: Double) async throws { try await system.sleep(until: deadline / speed) }
}
