import Foundation
import PlayheadCore
import PlayheadTestKit
import PlayheadTransport
import Synchronization

@testable import PlayheadEngine

/// An engine on a broadcast under a manual clock, which is moved from deadline to deadline as fast as the engine follows.
final class SimulatedDay: Sendable {
    /// What the engine told, counted, since a day's reports are too many to keep.
    struct Told: Sendable {
        var waits: [(time: Double, reason: BufferReason)] = []
        var warnings: [(time: Double, error: PlaybackError)] = []
        var failures: [PlaybackError] = []
        var windows = 0
        var progress = 0
        var position = 0.0
        var window: LiveWindow?
        var lastSeek: (id: Int, position: Double)?
        var levels: [Int] = []
        var isClosed = false
        var hasEnded = false
        var dates = DateMap()
        /// Each progress that was told, with the clock's time; only where it is asked for.
        var positions: [(time: Double, position: Double)]?
        /// Seconds of stalls.
        var stalled = 0.0
        var stalledSince: Double?
        var isOpen = false
    }

    let clock: ManualClock
    let engine: PlaybackEngine
    let told: Locked<Told>

    convenience init(_ broadcast: LiveBroadcast, configure: (inout EngineConfiguration) -> Void = { _ in }) {
        let clock = ManualClock()
        let loader = LiveLoader(broadcast, clock: clock, keepsRequests: false)
        self.init(loader, at: loader.url, clock: clock, configure: configure)
    }

    init(_ loader: any Loader, at url: URL, clock: ManualClock, configure: (inout EngineConfiguration) -> Void) {
        self.clock = clock
        var configuration = EngineConfiguration(loader: loader, clock: clock)
        configuration.videoThreads = 1
        configure(&configuration)
        let told = Locked(Told())
        self.told = told
        engine = PlaybackEngine(url: url, configuration: configuration) { report in
            told.withLock { $0.take(report, at: clock.now) }
        }
    }

    func open() async throws {
        engine.send(.open(playback: 1, item: 0))
        try await until { $0.isOpen || !$0.failures.isEmpty }
    }

    func close() async throws {
        engine.send(.close(playback: 1))
        try await until { $0.isClosed }
    }

    /// Waits in real time for something that needs no time of the clock.
    func until(_ condition: (Told) -> Bool) async throws {
        while !told.withLock({ condition($0) }) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Moves the clock on by `seconds`.
    /// - Parameter interval: Seconds after which the engine is waited for until it has loaded what there is.
    func run(_ seconds: Double, settlingEvery interval: Double = 2) async throws {
        let store = await engine.store
        let source = await engine.source as? HLSSource
        let end = clock.now + seconds
        var nextLook = clock.now
        while clock.now < end {
            try Task.checkCancellation()
            if clock.now >= nextLook {
                nextLook = clock.now + interval
                await settle(store, source)
            }
            // Who is about to sleep is waited for: without an end where all stand for good, whom only the test can wake.
            guard let deadline = await deadline() else { return clock.advance(to: end) }
            clock.advance(to: min(deadline, end))
            await follow()
        }
        await settle(store, source)
    }

    /// When the next sleeper wakes; `nil` where none comes.
    private func deadline() async -> Double? {
        let patience = Date().addingTimeInterval(1)
        while Date() < patience {
            if let deadline = clock.nextDeadline { return deadline }
            await Task.yield()
        }
        return nil
    }

    /// Waits until the playing engine and the playlist's reloading sleep again; not for long, since neither need.
    func follow(atLeast count: Int = 2) async {
        guard clock.sleeperCount < count else { return }
        let patience = Date().addingTimeInterval(0.005)
        while clock.sleeperCount < count, Date() < patience { await Task.yield() }
    }

    /// Waits until all that the playlist lists is loaded, as far as there is room for it.
    private func settle(_ store: PacketStore, _ source: HLSSource?) async {
        guard let source else { return }
        let patience = Date().addingTimeInterval(0.5)
        while Date() < patience {
            guard let feed = source.leader else { return }
            let ahead = store.loaded(beyond: store.lastPlayhead)
            // Sound is cut by its own frames; with room for less than a segment nothing more is loaded.
            let (slack, segment) = (0.06, feed.targetDuration)
            if store.lastPlayhead + ahead >= feed.end - slack || ahead + segment >= store.limits.forward { return }
            await Task.yield()
        }
    }

    /// Bytes of memory that this process occupies.
    static var resident: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }
}

extension SimulatedDay.Told {
    mutating func take(_ report: EngineReport, at time: Double) {
        switch report {
        case .opened: isOpen = true
        case .waiting(let reason):
            waits.append((time, reason))
            if reason == .stalled { stalledSince = time }
        case .started:
            stalled += stalledSince.map { time - $0 } ?? 0
            stalledSince = nil
        case .ended: hasEnded = true
        case .warning(let error): warnings.append((time, error))
        case .failed(let error): failures.append(error)
        case .window(let window):
            windows += 1
            self.window = window
        case .progress(let position):
            progress += 1
            self.position = position
            positions?.append((time, position))
        case .dates(let dates): self.dates = dates
        case .seeked(let id, let position):
            lastSeek = (id, position)
            self.position = position
        case .levelSelected(let level): levels.append(level)
        case .closed: isClosed = true
        default: break
        }
    }
}
