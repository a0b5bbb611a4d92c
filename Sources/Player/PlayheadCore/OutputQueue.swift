/// The outputs of the machine in the order in which they are performed, with each event numbered and stamped at its turn.
///
/// A pure value, and the only place that determines the order: the player performs the steps one after the other, while commands in
/// callbacks append more at the end; a replay performs the same steps again. `Note` is a marker of the owner between outputs.
package struct OutputQueue<Note: Sendable>: Sendable {
    /// The next step.
    package enum Step: Sendable {
        /// Emits an event with a complete context. The timeline has its value at this point of the order.
        case event(any PlayerEvent, timeline: Timeline)
        /// Performs an output other than an event.
        case output(MachineOutput)
        /// A note of the owner.
        case note(Note)
    }

    private enum Entry: Sendable {
        case output(MachineOutput, InputTime)
        /// An output of a release, whose events continue from the point where the emission was interrupted.
        case release(MachineOutput, InputTime)
        case note(Note, isKept: Bool)
    }

    /// The number of emitted events, which is the number of the last one.
    package private(set) var emitted = 0
    /// The monotonic time from which events count, in seconds.
    private let birth: Double
    private var entries: [Entry] = []
    private var first = 0

    // The state as emitted.
    private var state = PlaybackState.idle
    private var playerState = PlayerState.idle
    private var previousPlayerState = PlayerState.idle
    private var lastStateChange = 0
    private var item: Int?

    /// Whether nothing is pending.
    package var isEmpty: Bool { first == entries.count }

    /// Makes an empty queue.
    /// - Parameter birth: The monotonic time from which the events' `monotonicTime` counts, in seconds.
    package init(birth: Double) { self.birth = birth }

    /// Appends the outputs of an input. A release removes the pending ones.
    /// - Parameters:
    ///   - outputs: The outputs of the machine.
    ///   - input: The input.
    ///   - time: The time of the input.
    ///   - note: Called for each output; its result precedes the output.
    package mutating func take(
        _ outputs: [MachineOutput], of input: MachineInput, at time: InputTime, note: (MachineOutput) -> Note? = { _ in nil }
    ) {
        let isRelease = input == .release
        if isRelease { takeBack() }
        for output in outputs {
            if let note = note(output) { entries.append(.note(note, isKept: false)) }
            entries.append(isRelease ? .release(output, time) : .output(output, time))
        }
    }

    /// Appends a note. If `isKept`, a release leaves the note in the queue.
    package mutating func append(_ note: Note, isKept: Bool = true) { entries.append(.note(note, isKept: isKept)) }

    /// Returns the next step, or `nil` if nothing is pending.
    package mutating func next() -> Step? {
        while first < entries.count {
            let entry = entries[first]
            first += 1
            switch entry {
            case .note(let note, _): return .note(note)
            case .output(.event(let event, let state, let item, let timeline), let time):
                return step(event, state, item, timeline, time)
            case .release(.event(let event, let state, _, let timeline), let time):
                if let event = releaseEvent(event) { return step(event, state, item, timeline, time) }
            case .output(let output, _), .release(let output, _): return .output(output)
            }
        }
        entries.removeAll(keepingCapacity: true)
        first = 0
        return nil
    }

    /// Removes the pending steps of a released playback, except its end and that of an earlier release.
    private mutating func takeBack() {
        entries.removeSubrange(..<first)
        first = 0
        entries.removeAll { entry in
            switch entry {
            case .note(_, let isKept): return !isKept
            case .release: return false
            case .output(let output, _):
                switch output {
                case .seekDone, .engine(.close), .cancelTimer: return false
                case .event, .engine, .startTimer, .checkpoint, .decide: return true
                }
            }
        }
    }

    private mutating func step(
        _ event: any PlayerEvent, _ state: PlaybackState, _ item: Int?, _ timeline: Timeline, _ time: InputTime
    ) -> Step {
        emitted += 1
        if let change = event as? StateChangeEvent { enter(change.newState) }
        if event is PlaylistItemEvent || event is PlaylistEvent { self.item = item }
        var event = event
        event.context = EventContext(
            sequence: emitted, item: item, wallTime: time.wall, monotonicTime: time.monotonic - birth,
            position: timeline.position, state: state)
        return .event(event, timeline: timeline)
    }

    private mutating func enter(_ new: PlaybackState) {
        state = new
        lastStateChange = emitted
        guard let coarse = new.playerState, coarse != playerState else { return }
        previousPlayerState = playerState
        playerState = coarse
    }

    /// Returns an event of a release as it is emitted, or `nil` to drop it. If the emission was interrupted, its changes start from the
    /// state that was emitted last.
    private func releaseEvent(_ event: any PlayerEvent) -> (any PlayerEvent)? {
        switch event {
        case var change as StateChangeEvent:
            let isPossible = change.newState == .idle ? state != .idle : StateGraph.isLegal(from: state, to: change.newState)
            change.oldState = state
            return isPossible ? change : nil
        case var idle as IdleEvent:
            // No event of a playback was emitted: none is emitted for its end.
            guard state == .idle, lastStateChange == emitted else { return nil }
            idle.oldState = previousPlayerState
            return idle
        default: return event
        }
    }
}

/// The time at which the machine received an input. The resulting events have this time.
package struct InputTime: Sendable, Hashable, Codable {
    /// The seconds of the monotonic clock.
    package var monotonic: Double
    /// The milliseconds since 1970.
    package var wall: Int
    /// The engine's playhead at that time, in seconds on the playback's timeline; `nil` if unknown.
    package var playhead: Double?

    /// Makes a time.
    package init(monotonic: Double, wall: Int, playhead: Double? = nil) {
        self.monotonic = monotonic
        self.wall = wall
        self.playhead = playhead
    }
}
