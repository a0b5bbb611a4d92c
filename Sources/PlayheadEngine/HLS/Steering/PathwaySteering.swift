import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadTransport

/// Where a presentation that is in several places is played from: follows its steering server (RFC 8216bis §7) and leaves pathways that fail.
///
/// It decides nothing by itself: `SteeringState` does. This loads what that wants loaded and tells what that says.
final class PathwaySteering: Sendable {
    private struct State {
        var steering: SteeringState
        var loading: Task<Void, Never>?
        var isClosed = false
    }

    /// Bytes of a steering manifest at most.
    private static let limit = 1 << 20

    private let loader: any Loader
    private let options: RequestOptions
    private let clock: any PlaybackClock
    private let changed: @Sendable (SteeringState) -> Void
    private let warn: @Sendable (PlaybackError) -> Void
    private let state: Locked<State>

    /// - Parameters:
    ///   - changed: Hears of every change of the pathway and of what pathways there are, on any thread.
    ///   - warn: Hears of changes, and of manifests that can't be loaded.
    init(
        _ playlist: MultivariantPlaylist, loader: any Loader, options: RequestOptions, clock: any PlaybackClock,
        changed: @escaping @Sendable (SteeringState) -> Void, warn: @escaping @Sendable (PlaybackError) -> Void
    ) {
        self.loader = loader
        self.options = options
        self.clock = clock
        self.changed = changed
        self.warn = warn
        state = Locked(State(steering: SteeringState(playlist)))
    }

    /// What it knows.
    var current: SteeringState { state.withLock { $0.steering } }

    /// Loads the steering manifest, now and again, where there is one.
    /// - Parameter throughput: Gives the expected bits a second, for the server.
    func start(throughput: @escaping @Sendable () -> Double?) {
        state.withLock { state in
            guard !state.isClosed, state.loading == nil, state.steering.manifestURL(throughput: nil) != nil else { return }
            state.loading = Task(priority: .utility) { [weak self] in await self?.follow(throughput) }
        }
    }

    /// A playlist or segment of `pathway` can't be had.
    func failed(_ pathway: String?) {
        guard current.pathway == pathway ?? Variant.defaultPathwayID else { return }
        _ = take(.pathwayFailed)
    }

    private func follow(_ throughput: @Sendable () -> Double?) async {
        var next = take(.opened)
        while let delay = next {
            do { try await clock.sleep(for: delay) } catch { return }
            let bitsPerSecond = throughput().map { Int(saturating: min(max(0, $0), 1e12), rounding: .down) }
            guard let url = current.manifestURL(throughput: bitsPerSecond) else { return }
            let answer = await load(url)
            if Task.isCancelled { return }
            next = take(answer)
        }
    }

    /// Hands in what happened and does what is to be done.
    /// - Returns: After how many seconds the manifest is to be loaded; `nil` where nothing is said of that.
    private func take(_ input: SteeringState.Input) -> Double? {
        let now = clock.now
        let (actions, steering, hasGrown) = state.withLock { state in
            let known = state.steering.playlist.variants.count
            let actions = state.steering.handle(input, at: now)
            return (actions, state.steering, state.steering.playlist.variants.count > known)
        }
        var delay: Double?
        var isSwitched = false
        for action in actions {
            switch action {
            case .loadManifest(let seconds): delay = seconds
            case .switchPathway(let pathway):
                isSwitched = true
                warn(PlaybackError(.pathwayChanged, severity: .warning, underlying: "The pathway is \(pathway)."))
            }
        }
        if isSwitched || hasGrown { changed(steering) }
        return delay
    }

    private func load(_ url: String) async -> SteeringState.Input {
        if let data = DataURI(url) { return .loaded(data.bytes, url: url) }
        guard let location = URL(string: url), location.scheme != nil else { return .loadFailed(status: nil, retryAfter: nil) }
        do {
            let (response, bytes) = try await loader.loadWhole(options.request(location, kind: .manifest), upTo: Self.limit)
            return .loaded(bytes, url: response.url.absoluteString)
        } catch {
            if error is CancellationError || Task.isCancelled { return .loadFailed(status: nil, retryAfter: nil) }
            let problem = PlaybackError(cause: error, otherwise: .manifestInvalid, url: url).ofNetwork(as: .manifestUnreachable)
            warn(problem.with(severity: .warning))
            guard let error = error as? LoadError, case .status(let status) = error.reason else {
                return .loadFailed(status: nil, retryAfter: nil)
            }
            return .loadFailed(status: status, retryAfter: error.retryAfter)
        }
    }

    func close() async {
        let task = state.withLock { state in
            state.isClosed = true
            return state.loading
        }
        task?.cancel()
        await task?.value
    }
}
