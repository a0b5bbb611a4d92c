import Foundation
import Playhead
import PlayheadCore
import PlayheadOrigin
import Synchronization

/// One viewer: a `PlaybackSession` that is played as its plan says.
struct Viewer {
    let plan: ViewerPlan
    let setting: CrowdSetting
    let streams: [URL]
    let behaviour: Behaviour
    /// The mean time between two actions, in seconds.
    let actionInterval: Double
    /// Receives the observations, in order, with the index of the stream.
    let observe: @Sendable (ViewerObservation, Int) -> Void

    /// Plays until the viewer leaves, playback ends, or the task is cancelled, and closes everything.
    /// - Returns: The reason for the end.
    func run() async -> ViewerOutcome {
        observe(.arrived, plan.stream)
        let selection = StreamSelection(plan.stream)
        let session = PlaybackSession(configuration: configuration)
        let (ends, ending) = AsyncStream.makeStream(of: ViewerOutcome.self, bufferingPolicy: .bufferingOldest(1))
        let following = Following(plan.stream)
        await session.listen { session, event in
            // Only the session changes the value, so that nothing is observed under the lock.
            var value = following.state.withLock { $0 }
            follow(event, of: session, &value, selection, ending)
            following.state.withLock { $0 = value }
        }
        await session.load(streams[plan.stream])
        await session.play()
        let acting = Task { await act(on: session, selection, ending) }
        let leaving = Task { await leave(ending) }
        // A cancelled task ends the iteration at once: the run is over.
        var outcome = ViewerOutcome.left
        for await end in ends {
            outcome = end
            break
        }
        acting.cancel()
        leaving.cancel()
        await session.close()
        let (now, transfers) = (session.monotonicTime, await session.transfers)
        var (tracker, stream, _) = following.state.withLock { $0 }
        observe(tracker.finish(at: now) + tracker.sample(at: now, transfers), stream)
        if outcome == .left, !tracker.hasStarted { outcome = tracker.failure.map { .failed($0) } ?? .leftBeforeStart }
        observe(.left(outcome), stream)
        return outcome
    }

    private var configuration: PlayerConfiguration {
        var configuration = setting.configuration
        if let index = plan.network, setting.networks.indices.contains(index) {
            let network = ShapedNetwork(setting.networks[index], from: plan.networkStart, clock: configuration.clock)
            configuration.network.simulation = { ShapedLoader($0, network: network) }
        }
        return configuration
    }

    private func observe(_ observations: [ViewerObservation], _ stream: Int) {
        for observation in observations { observe(observation, stream) }
    }

    /// Turns an event into observations.
    private func follow(
        _ event: any PlayerEvent, of session: isolated PlaybackSession, _ following: inout Following.State, _ selection: StreamSelection,
        _ ending: AsyncStream<ViewerOutcome>.Continuation
    ) {
        let sampleInterval = 1.0
        setting.onEvent?(event, plan)
        let now = event.context.monotonicTime
        if event is PlaylistItemEvent, let next = selection.change(from: following.stream) {
            observe(
                following.tracker.finish(at: now) + following.tracker.sample(at: now, session.transfers) + [.zappedAway], following.stream)
            (following.tracker, following.stream) = (ViewerTracker(after: following.tracker), next)
            observe(.zapped, next)
        }
        // What was received before a failure is counted before it.
        if event is ErrorLogEvent { observe(following.tracker.sample(at: now, session.transfers), following.stream) }
        observe(following.tracker.handle(event), following.stream)
        if event is PlaylistCompleteEvent { ending.yield(.completed) }
        if following.tracker.hasFailed, let failure = following.tracker.failure { ending.yield(.failed(failure)) }
        guard event is TimeEvent || event is StateChangeEvent, now - following.lastSample >= sampleInterval else { return }
        following.lastSample = now
        observe(following.tracker.sample(at: now, session.transfers), following.stream)
        if event is TimeEvent, let latency = session.timeline.latency { observe(.latency(seconds: latency), following.stream) }
    }

    /// Returns the position of a share from 0 to 1 in a list.
    static func index(_ share: Double, of count: Int) -> Int { Int(saturating: share * Double(count), rounding: .towardZero) }

    private func leave(_ ending: AsyncStream<ViewerOutcome>.Continuation) async {
        guard let time = plan.watchTime else { return }
        do { try await setting.configuration.clock.sleep(for: time) } catch { return }
        ending.yield(.left)
    }

    private func act(on session: PlaybackSession, _ selection: StreamSelection, _ ending: AsyncStream<ViewerOutcome>.Continuation) async {
        guard !behaviour.weights.isEmpty else { return }
        let clock = setting.configuration.clock
        var random = plan.random
        while !Task.isCancelled {
            do {
                try await clock.sleep(for: random.exponential(mean: actionInterval))
                guard let action = behaviour.action(&random) else { continue }
                if case .pause(let seconds) = action {
                    await session.pause(reason: .interaction)
                    try await clock.sleep(for: seconds)
                    await session.play(reason: .interaction)
                } else if case .leave = action {
                    ending.yield(.left)
                } else if case .zap(let share) = action {
                    let stream = Self.index(share, of: streams.count)
                    selection.select(stream)
                    await session.load(streams[stream])
                    await session.play(reason: .interaction)
                } else {
                    await session.perform(action)
                }
            } catch { return }
        }
    }
}

extension PlaybackSession {
    /// Performs a seek or a selection of quality.
    fileprivate func perform(_ action: Behaviour.Action) {
        switch action {
        case .seek(let share):
            let range = timeline.seekableRange
            if range.duration > 0 { seek(to: range.start + share * range.duration) }
        case .selectLevel(let share):
            guard levels.count > 1 else { return }
            let chosen = Viewer.index(share, of: levels.count)
            selectQuality(chosen == 0 ? .automatic : .level(chosen))
        case .pause, .zap, .leave: break
        }
    }
}

/// The observed facts of a viewer: the tracker of its stream, the index of the stream, and the time of the last sample.
private final class Following: Sendable {
    typealias State = (tracker: ViewerTracker, stream: Int, lastSample: Double)

    let state: Mutex<State>

    init(_ stream: Int) { state = Mutex((ViewerTracker(), stream, 0)) }
}

/// The stream that a viewer has selected, for the tasks that act and observe.
private final class StreamSelection: Sendable {
    private let selected: Mutex<Int>

    init(_ stream: Int) { selected = Mutex(stream) }

    func select(_ stream: Int) { selected.withLock { $0 = stream } }

    /// Returns the selected stream if it is another one.
    func change(from stream: Int) -> Int? { selected.withLock { $0 == stream ? nil : $0 } }
}
