import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadTransport

/// The pathways of a multivariant playlist: follows the steering server (RFC 8216bis §7) and leaves failed pathways.
///
/// `SteeringState` makes all decisions. This class loads the manifests that the state requests and reports changes.
final class PathwaySteering: Pathways {
    private struct State {
        var steering: SteeringState
        var onChange: (@Sendable (_ pathway: String, _ ladder: Ladder) -> Void)?
        var loading: Task<Void, Never>?
        var isClosed = false
    }

    /// The maximum size of a steering manifest, in bytes.
    private static let limit = 1 << 20

    private let loader: any Loader
    private let options: RequestOptions
    private let clock: any PlaybackClock
    private let warn: @Sendable (PlaybackError) -> Void
    private let state: Locked<State>

    /// Creates the steering of a playlist. `warn` is called for each change, and for each manifest that fails to load.
    init(
        _ playlist: MultivariantPlaylist, loader: any Loader, options: RequestOptions, clock: any PlaybackClock,
        warn: @escaping @Sendable (PlaybackError) -> Void
    ) {
        self.loader = loader
        self.options = options
        self.clock = clock
        self.warn = warn
        state = Locked(State(steering: SteeringState(playlist)))
    }

    /// The current state: the pathways, and the playlist with all of them.
    var current: SteeringState { state.withLock { $0.steering } }

    var preferred: String? {
        let current = current
        return current.playlist.pathwayIDs.count > 1 ? current.pathway : nil
    }

    func onChange(_ handler: @escaping @Sendable (_ pathway: String, _ ladder: Ladder) -> Void) {
        state.withLock { $0.onChange = handler }
    }

    func start(throughput: @escaping @Sendable () -> Double?) {
        state.withLock { state in
            guard !state.isClosed, state.loading == nil, state.steering.manifestURL(throughput: nil) != nil else { return }
            state.loading = Task(priority: .utility) { [weak self] in await self?.follow(throughput) }
        }
    }

    func failed(_ pathway: String) {
        guard current.pathway == pathway else { return }
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

    func audioPlaces(sameAs url: String) -> (pathway: String, places: [Ladder.Place]) {
        let current = current
        return (current.pathway, current.locations(of: .audio, sameAs: url))
    }

    func captions(insteadOf url: String, isFailing: Bool) -> [String] { current.subtitles(insteadOf: url, isFailing: isFailing) }

    /// Handles an input and performs the actions.
    /// - Returns: The delay after which the manifest has to be loaded, in seconds; `nil` if the input does not change the delay.
    private func take(_ input: SteeringState.Input) -> Double? {
        let now = clock.now
        let (actions, steering, hasGrown, onChange) = state.withLock { state in
            let known = state.steering.playlist.variants.count
            let actions = state.steering.handle(input, at: now)
            return (actions, state.steering, state.steering.playlist.variants.count > known, state.onChange)
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
        if isSwitched || hasGrown { onChange?(steering.pathway, VariantLadder(steering.playlist).ladder) }
        return delay
    }

    private func load(_ url: String) async -> SteeringState.Input {
        if let data = DataURI(url) { return .loaded(data.bytes, url: url) }
        guard let location = URL(string: url), location.scheme != nil else { return .loadFailed(status: nil, retryAfter: nil) }
        do {
            let (response, bytes) = try await loader.loadWhole(options.request(location, for: .steeringManifest), upTo: Self.limit)
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
