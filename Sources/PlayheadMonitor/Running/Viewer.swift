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
        let events = session.events
        let (ends, ending) = AsyncStream.makeStream(of: ViewerOutcome.self, bufferingPolicy: .bufferingOldest(1))
        let following = Task { await follow(events, of: session, selection, ending) }
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
        let (stream, hasStarted, failure) = await following.value
        if outcome == .left, !hasStarted { outcome = failure.map { .failed($0) } ?? .leftBeforeStart }
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

    /// Turns the events into observations until the session is closed.
    /// - Returns: The index of the last stream, whether anything of it was played, and the last failure if nothing was received since.
    private func follow(
        _ events: AsyncStream<any PlayerEvent>, of session: PlaybackSession, _ selection: StreamSelection,
        _ ending: AsyncStream<ViewerOutcome>.Continuation
    ) async -> (stream: Int, hasStarted: Bool, failure: FailureKey?) {
        let sampleInterval = 1.0
        var (tracker, stream) = (ViewerTracker(), plan.stream)
        var lastSample = 0.0
        func observeAll(_ observations: [ViewerObservation]) { for observation in observations { observe(observation, stream) } }
        for await event in events {
            setting.onEvent?(event, plan)
            let now = event.context.monotonicTime
            if event is PlaylistItemEvent, let next = selection.change(from: stream) {
                observeAll(tracker.finish(at: now) + [.zappedAway])
                (tracker, stream) = (ViewerTracker(after: tracker), next)
                observe(.zapped, stream)
            }
            if event is ErrorLogEvent {
                // What was received before the failure is counted before it.
                let transfers = await session.sample.transfers
                observeAll(tracker.sample(at: now, requests: transfers.requests, bytes: transfers.bytes))
            }
            observeAll(tracker.handle(event))
            if event is PlaylistCompleteEvent { ending.yield(.completed) }
            if tracker.hasFailed, let failure = tracker.failure { ending.yield(.failed(failure)) }
            guard event is TimeEvent || event is StateChangeEvent, now - lastSample >= sampleInterval else { continue }
            lastSample = now
            let (transfers, latency) = await session.sample
            observeAll(tracker.sample(at: now, requests: transfers.requests, bytes: transfers.bytes))
            if event is TimeEvent, let latency { observe(.latency(seconds: latency), stream) }
        }
        let (now, transfers) = (session.monotonicTime, await session.sample.transfers)
        observeAll(tracker.finish(at: now) + tracker.sample(at: now, requests: transfers.requests, bytes: transfers.bytes))
        return (stream, tracker.hasStarted, tracker.failure)
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
    /// The counters of the requests, and the latency of a live stream in seconds.
    fileprivate var sample: (transfers: TransferCounters, latency: Double?) { (transfers, timeline.latency) }

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

/// The stream that a viewer has selected, for the tasks that act and observe.
private final class StreamSelection: Sendable {
    private let selected: Mutex<Int>

    init(_ stream: Int) { selected = Mutex(stream) }

    func select(_ stream: Int) { selected.withLock { $0 = stream } }

    /// Returns the selected stream if it is another one.
    func change(from stream: Int) -> Int? { selected.withLock { $0 == stream ? nil : $0 } }
}
