import Foundation
import PlayheadOrigin
import PlayheadTestKit
import Synchronization

@testable import Playhead
@testable import PlayheadEngine

/// A player with the engine of Playhead on a broadcast without sockets, on a manual clock that is moved from deadline to deadline as fast
/// as both follow. Events are counted and not kept, because a day has a hundred thousand of them.
@MainActor
final class LiveDay {
    /// The reports of the player.
    struct Emitted {
        var events = 0
        var progress = 0
        var waits: [(time: Double, reason: BufferReason)] = []
        var warnings: [(time: Double, error: PlaybackError)] = []
        var error: PlaybackError?
        var seeked = 0
    }

    private final class Engines: Sendable {
        private struct State {
            var last: PlaybackEngine?
            var reports = 0
        }

        private let state = Mutex(State())
        var last: PlaybackEngine? { state.withLock { $0.last } }
        var reports: Int { state.withLock { $0.reports } }
        func set(_ engine: PlaybackEngine) { state.withLock { $0.last = engine } }
        func count() { state.withLock { $0.reports += 1 } }
    }

    let clock: ManualClock
    let screen: StampScreen
    let player: Player
    private(set) var emitted = Emitted()
    nonisolated private let engines: Engines
    private var token: ObservationToken?

    /// The seconds between two pictures.
    nonisolated private static let step = 1.0

    /// Creates a player on a broadcast. `progressInterval` is the interval of progress reports, in seconds.
    init(
        _ broadcast: LiveBroadcast, screen: StampScreen, progressInterval: Double = step,
        configure: (inout PlayerConfiguration) -> Void = { _ in }
    ) {
        let clock = ManualClock()
        self.clock = clock
        self.screen = screen
        let engines = Engines()
        self.engines = engines
        let loader = LiveLoader(broadcast, clock: clock, keepsRequests: false)
        var configuration = PlayerConfiguration()
        configuration.clock = clock
        configuration.network.loader = loader
        configuration.videoThreads = 1
        configuration.videoOutput = screen
        configuration.makeEngine = MediaEngineFactory { url, given, report in
            var configuration = given
            configuration.progressInterval = progressInterval
            let engine = PlaybackEngine(url: url, configuration: configuration) {
                engines.count()
                report($0)
            }
            engines.set(engine)
            return engine
        }
        configure(&configuration)
        player = Player(configuration: configuration)
        token = player.onEvent { [unowned self] in take($0) }
        player.load(PlayerItem(url: loader.url, title: "day"))
    }

    nonisolated var engine: PlaybackEngine? { engines.last }

    private func take(_ event: any PlayerEvent) {
        emitted.events += 1
        switch event {
        case is TimeEvent: emitted.progress += 1
        case is SeekedEvent: emitted.seeked += 1
        case let event as BufferEvent: emitted.waits.append((clock.now, event.reason))
        case let event as WarningEvent: emitted.warnings.append((clock.now, event.error))
        case let event as ErrorEvent: emitted.error = event.error
        default: break
        }
    }

    // MARK: Time

    /// Yields to other tasks until `condition` holds, for conditions that need no time of the clock; gives up after a limit.
    nonisolated func wait(until condition: @MainActor @Sendable (LiveDay) -> Bool) async throws {
        var timeout = IdleWait()
        while !(await condition(self)), await timeout.wait() { try Task.checkCancellation() }
    }

    /// Starts playback.
    nonisolated func play() async throws {
        await player.play()
        try await wait { $0.player.state == .playing || $0.player.state == .error }
    }

    nonisolated func pause() async throws {
        await player.pause()
        try await wait { $0.player.state == .paused || $0.player.state == .error }
    }

    /// Seeks, without moving the clock.
    nonisolated func seek(_ command: @MainActor @Sendable (Player) -> Void) async throws {
        let count = await emitted.seeked
        await command(player)
        try await wait { $0.emitted.seeked > count || $0.player.state == .error }
        try await wait { $0.player.state != .buffering }
    }

    /// Moves the clock forward by `seconds`.
    nonisolated func run(_ seconds: Double) async throws {
        let end = clock.now + seconds
        var nextLook = clock.now
        while clock.now < end {
            if clock.now >= nextLook {
                try Task.checkCancellation()
                nextLook = clock.now + 2
                await loadAll()
            }
            let isSettled = await follow()
            // A task that was missed is late by less than a picture.
            let most = isSettled ? Double.infinity : Self.step / 4
            clock.advance(to: min(clock.nextDeadline ?? end, end, clock.now + most))
        }
        await loadAll()
        await follow()
    }

    /// Waits until the engine, the reloading of the playlist and the player have nothing left to do at this time.
    /// - Returns: Whether nothing is left to do.
    @discardableResult
    nonisolated private func follow() async -> Bool {
        guard let engine else { return true }
        var timeout = IdleWait()
        var obstacle = ""
        repeat {
            // The order matters: commands that the player sent because of reports have reached the engine by then.
            let taken = await MainActor.run { player.reportsTaken }
            let rest = await engine.rest
            let reports = engines.reports
            // The task to be woken next must already sleep: tasks take time to get there.
            let isAsleep = clock.nextDeadline ?? .infinity <= min(rest.nextReload, rest.alarm)
            if rest.isIdle, taken == reports, isAsleep, rest.nextReload > clock.now { return true }
            obstacle = "\(rest), \(taken) of \(reports) reports, asleep until \(clock.nextDeadline ?? .infinity)"
        } while await timeout.wait()
        // Recorded for the conditions of the test.
        unsettled.withLock { $0.append("\(clock.now): \(obstacle)") }
        return false
    }

    /// Waits until everything that the playlist lists is loaded, as far as there is room.
    nonisolated private func loadAll() async {
        guard let engine, let (source, store) = await engine.loading else { return }
        var timeout = IdleWait()
        var obstacle = ""
        repeat {
            guard let feed = source.leader else { return }
            let ahead = store.loaded(beyond: store.lastPlayhead)
            // The last picture of a transport stream is complete only when the next starts; nothing is loaded if a segment does not fit.
            let open = 2.5 * Self.step
            let rounding = 0.01
            if store.lastPlayhead + ahead >= feed.end - open || ahead + feed.targetDuration > store.limits.forward - rounding { return }
            obstacle = "\(ahead) s after \(store.lastPlayhead), until \(feed.end), room for \(store.limits.forward)"
        } while await timeout.wait()
        unsettled.withLock { $0.append("\(clock.now): \(obstacle)") }
    }

    /// The times and reasons of waits that timed out.
    nonisolated let unsettled = Mutex<[String]>([])
}

extension PlaybackEngine {
    /// The idle state of the engine, read in one access because each access takes two thread switches.
    fileprivate struct Rest {
        var isIdle: Bool
        /// The wake-up times of the engine and its playlist, in seconds of its clock.
        var alarm, nextReload: Double
    }

    fileprivate var rest: Rest {
        let feed = (source as? SegmentedSource)?.leader as? PlaylistFeed
        return Rest(isIdle: isIdle, alarm: wakeup.alarmTime, nextReload: feed?.nextReload ?? .infinity)
    }

    fileprivate var loading: (source: SegmentedSource, store: PacketStore)? { (source as? SegmentedSource).map { ($0, store) } }
}
