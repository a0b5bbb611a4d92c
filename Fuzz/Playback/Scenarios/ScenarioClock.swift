import PlayheadCore

/// The system's clock, accelerated.
struct ScenarioClock: PlaybackClock {
    let speed: Double
    private let system = SystemClock()

    init(speed: Double) { self.speed = speed }

    var now: Double { system.now * speed }

    func sleep(until deadline: Double) async throws { try await system.sleep(until: deadline / speed) }
}
