import Foundation
import PlayheadOrigin
import PlayheadTestKit
import Synchronization

@testable import Playhead
@testable import PlayheadEngine

/// A player with Playhead's own engine on a broadcast without sockets, under a manual clock that is moved from deadline to deadline as fast as
/// both follow. What happens is counted and not kept: a day has a hundred thousand events.
@MainActor
final class LiveDay {
    /// What the player told.
    struct Told {
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
    private(set) var told = Told()
    nonisolated private let engines: Engines
    private var token: ObservationToken?

    /// Seconds between pictures.
    nonisolated private static let step = 1.0

    /// - Parameter progressInterval: Seconds between reports of progress.
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
        configuration.makeEngine = { url, given, report in
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
        told.events += 1
        switch event {
        case is TimeEvent: told.progress += 1
        case is SeekedEvent: told.seeked += 1
        case let event as BufferEvent: told.waits.append((clock.now, event.reason))
        case let event as WarningEvent: told.warnings.append((clock.now, event.error))
        case let event as ErrorEvent: told.error = event.error
        default: break
        }
    }

    // MARK: Time

    /// Lets tasks have their turns until `condition` holds, for things that need no time of the clock; not for ever.
    nonisolated func wait(until condition: @MainActor @Sendable (LiveDay) -> Bool) async throws {
        var patience = Patience()
        while !(await condition(self)), await patience.wait() { try Task.checkCancellation() }
    }

    /// Starts to play.
    nonisolated func play() async throws {
        await player.play()
        try await wait { $0.player.state == .playing || $0.player.state == .error }
    }

    nonisolated func pause() async throws {
        await player.pause()
        try await wait { $0.player.state == .paused || $0.player.state == .error }
    }

    /// Seeks, at no time of the clock.
    nonisolated func seek(_ command: @MainActor @Sendable (Player) -> Void) async throws {
        let count = await told.seeked
        await command(player)
        try await wait { $0.told.seeked > count || $0.player.state == .error }
        try await wait { $0.player.state != .buffering }
    }

    /// Moves the clock on by `seconds`.
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
            // Who was overlooked comes late by less than a picture.
            let most = isSettled ? Double.infinity : Self.step / 4
            clock.advance(to: min(clock.nextDeadline ?? end, end, clock.now + most))
        }
        await loadAll()
        await follow()
    }

    /// Waits until the engine, the playlist's reloading and the player have done what there is to do at this time.
    /// - Returns: Whether they have.
    @discardableResult
    nonisolated private func follow() async -> Bool {
        guard let engine else { return true }
        var patience = Patience()
        var obstacle = ""
        repeat {
            // In this order: what the player did about reports is waiting at the engine by then.
            let taken = await MainActor.run { player.reportsTaken }
            let rest = await engine.rest
            let reports = engines.reports
            // Who is to be woken next has to sleep already: tasks take their time to get there.
            let isAsleep = clock.nextDeadline ?? .infinity <= min(rest.nextReload, rest.alarm)
            if rest.isIdle, taken == reports, isAsleep, rest.nextReload > clock.now { return true }
            obstacle = "\(rest), \(taken) of \(reports) reports, asleep until \(clock.nextDeadline ?? .infinity)"
        } while await patience.wait()
        // For the test's own conditions to tell.
        unsettled.withLock { $0.append("\(clock.now): \(obstacle)") }
        return false
    }

    /// Waits until all that the playlist lists is loaded, as far as there is room for it.
    nonisolated private func loadAll() async {
        guard let engine, let (source, store) = await engine.loading else { return }
        var patience = Patience()
        var obstacle = ""
        repeat {
            guard let feed = source.leader else { return }
            let ahead = store.loaded(beyond: store.lastPlayhead)
            // A transport stream's last picture is known to be whole when the next one comes; with room for less than a segment nothing is loaded.
            let open = 2.5 * Self.step
            let rounding = 0.01
            if store.lastPlayhead + ahead >= feed.end - open || ahead + feed.targetDuration > store.limits.forward - rounding { return }
            obstacle = "\(ahead) s after \(store.lastPlayhead), until \(feed.end), room for \(store.limits.forward)"
        } while await patience.wait()
        unsettled.withLock { $0.append("\(clock.now): \(obstacle)") }
    }

    /// When what was waited for did not come, and why.
    nonisolated let unsettled = Mutex<[String]>([])
}

extension PlaybackEngine {
    /// What a look at the engine tells of its rest. One look at all of it: each takes two changes of the thread.
    fileprivate struct Rest {
        var isIdle: Bool
        /// When it and its playlist wake, in seconds of its clock.
        var alarm, nextReload: Double
    }

    fileprivate var rest: Rest {
        let feed = (source as? SegmentedSource)?.leader as? PlaylistFeed
        return Rest(isIdle: isIdle, alarm: wakeup.alarmTime, nextReload: feed?.nextReload ?? .infinity)
    }

    fileprivate var loading: (source: SegmentedSource, store: PacketStore)? { (source as? SegmentedSource).map { ($0, store) } }
}
