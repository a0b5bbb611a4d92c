import Foundation
import PlayheadCore
import PlayheadDASH
import PlayheadTransport

/// The manifest of a presentation, loaded again while it is live and in use.
final class ManifestFeed: Sendable {
    private struct State {
        var content: Content
        var locations: ManifestLocations
        /// The URL of the last manifest that was loaded as a whole, to which references are relative.
        var base: String
        /// The place that the steering server prefers.
        var preferredPlace: @Sendable () -> DASHPlace? = { nil }
        var users = 0
        var reloading: Task<Void, Never>?
        var retired: [Task<Void, Never>] = []
        var loadedAt: Double
        var changedAt: Double
        /// The time at which the clock of the origin was read last, in seconds of the clock.
        var clockReadAt: Double
        var failures = 0
        var failure: PlaybackError?
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0
        var isClosed = false
        /// Whether the last patch failed, or several patches changed nothing, so that the whole manifest is loaded.
        var needsWhole = false
        /// The number of consecutive patches that changed nothing.
        var emptyPatches = 0
        /// The publish time of the last version that has expired, in seconds since 1970.
        var expiredTime = -Double.infinity
        /// The end of what that version listed, in seconds.
        var expiredEnd = -Double.infinity
        /// Whether a version is awaited that is published later, and lists more if it lists segments: in a new segment the next message comes.
        var isExpired: Bool {
            let manifest = content.manifest
            guard expiredTime > -.infinity, let published = manifest.publishTime else { return false }
            return published <= expiredTime || manifest.listedEnd.map { $0 <= expiredEnd } ?? false
        }
    }

    /// The number of consecutive failures after which the manifest counts as stuck.
    private static let maximumFailures = 3
    /// The number of consecutive patches without a change after which the whole manifest is loaded.
    private static let maximumEmptyPatches = 3
    /// The minimum interval of loading, in seconds.
    private static let minimumInterval = 0.5

    let resources: SegmentResources
    private let playlists: PlaylistLoader
    private let onUpdate: @Sendable (Result<Content, PlaybackError>) -> Void
    private let state: Locked<State>

    /// - Parameters:
    ///   - manifest: The first version.
    ///   - url: The URL from which it was loaded.
    ///   - wallClock: The clock of the origin; `nil` on demand.
    ///   - resources: The loader, the options of requests and the clock.
    ///   - onUpdate: Called on any thread for each new version, and for each failure.
    init(
        _ manifest: Manifest, url: String, wallClock: WallClock?, resources: SegmentResources,
        onUpdate: @escaping @Sendable (Result<Content, PlaybackError>) -> Void
    ) {
        self.resources = resources
        self.onUpdate = onUpdate
        playlists = PlaylistLoader(loader: resources.loader, options: resources.options)
        var content = Content(manifest: manifest, wallClock: wallClock)
        content.number()
        let now = resources.clock.now
        let locations = ManifestLocations(of: manifest, original: url)
        state = Locked(State(content: content, locations: locations, base: url, loadedAt: now, changedAt: now, clockReadAt: now))
    }

    /// Loads updates from the place that `preferredPlace` returns, if the manifest names it.
    func steer(by preferredPlace: @escaping @Sendable () -> DASHPlace?) { state.withLock { $0.preferredPlace = preferredPlace } }

    var content: Content { state.withLock { $0.content } }

    /// Sets the time of the manifest's timeline at which that of the presentation begins, in seconds.
    func setOrigin(_ origin: Double) {
        state.withLock { state in
            state.content.origin = origin
            state.content.isPlaced = true
        }
    }

    // MARK: Loading

    /// Keeps the manifest and the clock of the origin up to date until ``release()``.
    func acquire() {
        state.withLock { state in
            state.users += 1
            guard state.users == 1, !state.isClosed, state.content.manifest.isDynamic else { return }
            state.reloading = Task { [weak self] in await self?.follow() }
        }
    }

    /// Ends an ``acquire()``.
    func release() {
        let reloading = state.withLock { state -> Task<Void, Never>? in
            state.users -= 1
            guard state.users == 0, let task = state.reloading else { return nil }
            // A cancelled task ends soon: only the last ones have to be awaited.
            let ending = 16
            state.retired = state.retired.suffix(ending) + [task]
            state.reloading = nil
            return task
        }
        reloading?.cancel()
    }

    /// Loads the manifest and reads the clock of the origin again and again, until the presentation is static or the task is cancelled.
    private func follow() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.clockLoop() }
            await self.reloadLoop()
            // Nothing is added to a static presentation.
            if !self.content.manifest.isDynamic { group.cancelAll() }
        }
    }

    /// Reads the clock of the origin from time to time; without an answer the clock stays as it is.
    private func clockLoop() async {
        while !Task.isCancelled {
            let next = state.withLock { $0.clockReadAt } + WallClock.interval
            guard (try? await resources.clock.sleep(until: next)) != nil else { return }
            let now = resources.clock.now
            let content = state.withLock { state in
                state.clockReadAt = now
                return state.content
            }
            guard var wallClock = content.wallClock, !content.isComplete(at: now) else { return }
            await wallClock.update(by: content.manifest, resources: resources) { onUpdate(.failure($0)) }
            if !Task.isCancelled { state.withLock { $0.content.wallClock = wallClock } }
        }
    }

    private func reloadLoop() async {
        while !Task.isCancelled, content.manifest.isDynamic, content.manifest.minimumUpdatePeriod != nil {
            do {
                try await waitForLoad()
                try await reload()
            } catch {
                if Task.isCancelled || error is CancellationError { return }
                failed(PlaybackError(cause: error, otherwise: .manifestInvalid, url: state.withLock { $0.locations.current }))
            }
        }
    }

    /// Waits for the time of the next load, which an expiry changes.
    private func waitForLoad() async throws {
        while true {
            let version = content.version
            let time = nextLoad
            guard time > resources.clock.now else { return }
            try await wait(beyond: version, until: time)
        }
    }

    /// Loads updates, as often as for each segment, until a version is published after `time`, in seconds since 1970, and lists more. A
    /// manifest that declares no updates does not expire.
    func expire(publishedUntil time: Double) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard time > state.expiredTime else { return [] }
            state.expiredTime = time
            guard state.isExpired else { return [] }
            state.expiredEnd = state.content.manifest.listedEnd ?? state.expiredEnd
            state.content.version += 1
            return Self.take(&state.waiters)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// The time of the next load, in seconds of the clock.
    private var nextLoad: Double {
        state.withLock { state in
            // An update of each segment is requested with a period of 0, and when the manifest has expired.
            let declared = state.isExpired ? 0 : state.content.manifest.minimumUpdatePeriod ?? .infinity
            let segment = state.content.manifest.maxSegmentDuration ?? 2
            let interval = declared > 0 ? declared : segment / 2
            let delay = state.failures > 0 ? min(interval, Double(1 << min(state.failures, 3)) / 2) : interval
            return state.loadedAt + max(Self.minimumInterval, delay)
        }
    }

    private func failed(_ error: PlaybackError) {
        let now = resources.clock.now
        let waiters = state.withLock { state in
            state.failures += 1
            state.failure = error
            state.locations.fail()
            state.loadedAt = now
            return state.failures >= Self.maximumFailures ? Self.take(&state.waiters) : []
        }
        for waiter in waiters { waiter.resume() }
        onUpdate(.failure(error))
    }

    private func reload() async throws {
        let began = resources.clock.now
        let (known, needsWhole, preferredPlace) = state.withLock { ($0.content.manifest, $0.needsWhole, $0.preferredPlace) }
        // The lock of the steering is not taken inside of that of the feed.
        let place = preferredPlace()
        let location = state.withLock { state in
            state.locations.update(known, preferring: place)
            return state.locations.current
        }
        let patched = needsWhole ? nil : try await self.patched(known, preferring: place)
        let (manifest, base) = if let patched { (patched, nil as String?) } else { try await load(location) }
        let waiters = try state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.loadedAt = began
            let old = state.content.manifest
            if let time = manifest.publishTime, let before = old.publishTime, time < before {
                throw PlaybackError(.manifestInvalid, url: location, underlying: "The publish time goes back.")
            }
            if let start = manifest.availabilityStartTime, let before = old.availabilityStartTime, abs(start - before) > 0.001,
                manifest.isDynamic
            {
                throw PlaybackError(.manifestInvalid, url: location, underlying: "The availability start time changes.")
            }
            state.failures = 0
            state.failure = nil
            let isEmpty = patched != nil && manifest.publishTime == old.publishTime
            state.emptyPatches = isEmpty ? state.emptyPatches + 1 : 0
            state.needsWhole = state.emptyPatches >= Self.maximumEmptyPatches
            state.base = base ?? state.base
            state.content.update(to: manifest, at: began)
            // A manifest that is written again has another time.
            let isNew = manifest.publishTime == nil || manifest.publishTime != old.publishTime || !manifest.isDynamic
            if isNew || !manifest.hasSameEnd(as: old) { state.changedAt = began }
            return Self.take(&state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        onUpdate(.success(content))
    }

    private func load(_ location: String) async throws -> (manifest: Manifest, base: String?) {
        let found = try await playlists.reload(location, of: .multivariantPlaylist, heldFor: nil)
        return (try Self.parse(found.bytes, url: found.url), found.url)
    }

    /// Returns the manifest after its patch; `nil` if the whole manifest has to be loaded.
    private func patched(_ manifest: Manifest, preferring place: DASHPlace?) async throws -> Manifest? {
        let (base, clock) = state.withLock { ($0.base, $0.content.wallClock) }
        let date = clock.map { $0.offset + resources.clock.now }
        guard let document = manifest.document, let patch = ManifestLocations.patch(of: manifest, preferring: place, at: date) else {
            return nil
        }
        do {
            let found = try await playlists.reload(patch, of: .multivariantPlaylist, heldFor: nil)
            let patched = try ManifestPatch(found.bytes).applied(to: document)
            return try Manifest.parse(patched, url: base)
        } catch {
            if error is CancellationError || Task.isCancelled { throw error }
            state.withLock { $0.needsWhole = true }
            // The origin has no patch for this version any more.
            let gone = 410
            if (error as? PlaybackError)?.kind == .manifestStatus(gone) { return nil }
            let reason = (error as? ManifestError)?.description ?? "\(error)"
            onUpdate(.failure(PlaybackError(.manifestInvalid, url: patch, underlying: "The patch is not applied: \(reason)")))
            return nil
        }
    }

    /// Parses a manifest.
    /// - Throws: `PlaybackError`.
    static func parse(_ bytes: [UInt8], url: String) throws -> Manifest {
        do throws(ManifestError) {
            return try Manifest.parse(bytes, url: url)
        } catch {
            throw PlaybackError(.manifestInvalid, url: url, underlying: "\(error)")
        }
    }

    private static func take(_ waiters: inout [Int: CheckedContinuation<Void, Never>]) -> [CheckedContinuation<Void, Never>] {
        defer { waiters = [:] }
        return Array(waiters.values)
    }

    // MARK: Waiting

    /// The minimum time without a change after which a manifest is stuck, in seconds.
    private static let minimumStillness = 10.0

    /// The reason why no update is expected any more at `now` (seconds of the clock), or `nil`.
    func stuck(at now: Double) -> PlaybackError? {
        state.withLock { state in
            if state.failures >= Self.maximumFailures { return state.failure }
            let manifest = state.content.manifest
            let timeout = 3 * max(manifest.minimumUpdatePeriod ?? 0, manifest.maxSegmentDuration ?? 0)
            guard manifest.isDynamic, now - state.changedAt > max(Self.minimumStillness, timeout) else { return nil }
            let duration = Int(saturating: now - state.changedAt)
            return PlaybackError(.manifestStale, url: state.locations.current, underlying: "No update for \(duration) s.")
        }
    }

    /// Waits for a version after `version`, a failure, or `deadline` (seconds of the clock).
    func wait(beyond version: Int, until deadline: Double) async throws {
        let clock = resources.clock
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.changed(version) }
            if deadline < .infinity { group.addTask { try await clock.sleep(until: deadline) } }
            defer { group.cancelAll() }
            try await group.next()
        }
        try Task.checkCancellation()
    }

    private func changed(_ version: Int) async {
        let ticket = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let isOver = state.withLock { state in
                    if state.content.version > version || state.isClosed || Task.isCancelled { return true }
                    state.waiters[ticket] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume()
        }
    }

    /// Stops loading.
    func close() async {
        let (tasks, waiters) = state.withLock { state in
            state.isClosed = true
            return (state.retired + [state.reloading].compactMap(\.self), Self.take(&state.waiters))
        }
        for task in tasks { task.cancel() }
        for waiter in waiters { waiter.resume() }
        for task in tasks { await task.value }
    }
}
