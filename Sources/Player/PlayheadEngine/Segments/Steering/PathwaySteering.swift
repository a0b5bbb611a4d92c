import Foundation
import PlayheadCore
import PlayheadSteering
import PlayheadTransport

/// The pathways of a presentation and the places in them. A value.
protocol SteeredPlaces: Sendable {
    /// The pathways.
    var pathways: PathwayState { get }
    /// Whether playback follows the preferred pathway.
    var isSteered: Bool { get }
    /// Whether the steering server is asked before playback starts.
    var isServerAskedFirst: Bool { get }
    /// The ladder with all known places.
    var ladder: Ladder { get }

    /// Handles an event at `now`, in seconds of the monotonic clock.
    /// - Returns: The actions to perform.
    mutating func handle(_ input: PathwayState.Input, at now: Double) -> [PathwayState.Action]
    /// Returns the places of the audio at `url`, starting with the preferred pathway.
    func audioPlaces(sameAs url: String) -> [Ladder.Place]
    /// Returns the places of the captions at `url`, starting with the preferred pathway.
    func captionPlaces(sameAs url: String) -> [Ladder.Place]
}

extension SteeredPlaces {
    /// The preferred pathway; `nil` if there is only one.
    fileprivate var preferred: String? { isSteered && pathways.pathways.count > 1 ? pathways.pathway : nil }
}

/// Follows the steering server of a presentation (RFC 8216bis §7, ETSI TS 103 998) and leaves failed pathways.
///
/// `PathwayState` makes all decisions. This class loads the manifests that the state requests and reports changes.
final class PathwaySteering<Places: SteeredPlaces>: Pathways {
    private struct State {
        var places: Places
        var onChange: (@Sendable (_ pathway: String, _ ladder: Ladder) -> Void)?
        /// The delay of the first load beside playback, in seconds, if the server was asked before.
        var delay: Double?
        var loading: Task<Void, Never>?
        var isClosed = false
    }

    /// The maximum size of a steering manifest, in bytes.
    private static var limit: Int { 1 << 20 }
    /// The maximum time by which the server delays the start, in seconds.
    private static var startTimeout: Double { 3 }

    private let loader: any Loader
    private let options: RequestOptions
    private let clock: any PlaybackClock
    private let warn: @Sendable (PlaybackError) -> Void
    private let state: Locked<State>

    /// - Parameters:
    ///   - places: The pathways and their places.
    ///   - resources: The loader, the options of requests and the clock.
    ///   - warn: Called for each change, and for each manifest that fails to load.
    init(_ places: Places, resources: SegmentResources, warn: @escaping @Sendable (PlaybackError) -> Void) {
        loader = resources.loader
        options = resources.options
        clock = resources.clock
        self.warn = warn
        state = Locked(State(places: places))
    }

    /// The pathways, and the presentation with all of them.
    var current: Places { state.withLock { $0.places } }

    var preferred: String? { current.preferred }

    func onChange(_ handler: @escaping @Sendable (_ pathway: String, _ ladder: Ladder) -> Void) {
        state.withLock { $0.onChange = handler }
    }

    func prepare() async {
        guard current.isServerAskedFirst, perform(.opened) != nil, let url = current.pathways.manifestURL(throughput: nil) else { return }
        let answer = try? await withTimeLimit(clock.now + Self.startTimeout, on: clock) { [weak self] in await self?.load(url) }
        guard let answer = answer ?? nil, !Task.isCancelled else { return }
        let delay = perform(answer)
        state.withLock { $0.delay = delay }
    }

    func start(throughput: @escaping @Sendable () -> Double?) {
        state.withLock { state in
            guard !state.isClosed, state.loading == nil, state.places.pathways.manifestURL(throughput: nil) != nil else { return }
            let delay = state.delay
            state.loading = Task(priority: .utility) { [weak self] in await self?.follow(throughput, after: delay) }
        }
    }

    func failed(_ pathway: String) {
        guard case let current = current, current.isSteered, current.pathways.pathway == pathway else { return }
        _ = perform(.pathwayFailed)
    }

    private func follow(_ throughput: @Sendable () -> Double?, after delay: Double?) async {
        var next = delay ?? perform(.opened)
        while let delay = next {
            do { try await clock.sleep(for: delay) } catch { return }
            let bitsPerSecond = throughput().map { Int(saturating: min(max(0, $0), 1e12), rounding: .down) }
            guard let url = current.pathways.manifestURL(throughput: bitsPerSecond) else { return }
            let answer = await load(url)
            if Task.isCancelled { return }
            next = perform(answer)
        }
    }

    func audioPlaces(sameAs url: String) -> (pathway: String, places: [Ladder.Place]) {
        let current = current
        let places = current.audioPlaces(sameAs: url)
        return (current.preferred ?? places.first { $0.url == url }?.pathway ?? current.pathways.pathway, places)
    }

    func captions(insteadOf url: String, isFailing: Bool) -> [String] {
        let current = current
        let places = current.captionPlaces(sameAs: url)
        if isFailing { return places.map(\.url).filter { $0 != url } }
        guard let pathway = current.preferred, let place = places.first(where: { $0.url == url }), place.pathway != pathway else {
            return []
        }
        return places.filter { $0.pathway == pathway }.map(\.url)
    }

    /// Handles an input and performs the actions.
    /// - Returns: The delay after which the manifest has to be loaded, in seconds; `nil` if the input does not change the delay.
    private func perform(_ input: PathwayState.Input) -> Double? {
        let now = clock.now
        let (actions, places, hasGrown, onChange) = state.withLock { state in
            let known = state.places.pathways.clones.count
            let actions = state.places.handle(input, at: now)
            return (actions, state.places, state.places.pathways.clones.count > known, state.onChange)
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
        if isSwitched || hasGrown { onChange?(places.pathways.pathway, places.ladder) }
        return delay
    }

    private func load(_ url: String) async -> PathwayState.Input {
        if let data = DataURI(url) { return .loaded(data.bytes, url: url) }
        guard let location = URL(text: url), location.scheme != nil else { return .loadFailed(status: nil, retryAfter: nil) }
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
