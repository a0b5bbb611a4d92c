/// The machine's outputs in the order in which they are carried out, with each event numbered and stamped when its turn comes.
///
/// A pure value, and the only place where that order is made: the player carries its steps out one after the other, while commands inside callbacks
/// add more at the end; a replay takes the same steps again. `Note` is whatever the owner wants to be reminded of in between.
public struct OutputQueue<Note: Sendable>: Sendable {
    /// What comes next.
    public enum Step: Sendable {
        /// Tell this event; its context is complete. The timeline is as it is at this point of the order.
        case event(any PlayerEvent, timeline: Timeline)
        /// Carry this out; never an event.
        case output(MachineOutput)
        /// What the owner put here.
        case note(Note)
    }

    private enum Entry: Sendable {
        case output(MachineOutput, InputTime)
        /// An output of a release, whose events take up where the telling was cut off.
        case release(MachineOutput, InputTime)
        case note(Note, isKept: Bool)
    }

    /// How many events were given out: the number of the last one.
    public private(set) var told = 0
    /// Monotonic time from which events count, in seconds.
    private let birth: Double
    private var entries: [Entry] = []
    private var first = 0

    // As it was told.
    private var state = PlaybackState.idle
    private var playerState = PlayerState.idle
    private var previousPlayerState = PlayerState.idle
    private var lastStateChange = 0

    /// Whether nothing is to be done or told.
    public var isEmpty: Bool { first == entries.count }

    /// Makes an empty queue.
    /// - Parameter birth: The monotonic time from which the events' `monotonicTime` counts, in seconds.
    public init(birth: Double) { self.birth = birth }

    /// Takes the outputs of an input in, behind what is there. A release takes back what is not told yet.
    /// - Parameters:
    ///   - outputs: What the machine answered.
    ///   - input: The input.
    ///   - time: When it came.
    ///   - note: Asked for each output; what it gives comes before it.
    public mutating func take(
        _ outputs: [MachineOutput], of input: MachineInput, at time: InputTime, note: (MachineOutput) -> Note? = { _ in nil }
    ) {
        let isRelease = input == .release
        if isRelease { takeBack() }
        for output in outputs {
            if let note = note(output) { entries.append(.note(note, isKept: false)) }
            entries.append(isRelease ? .release(output, time) : .output(output, time))
        }
    }

    /// Puts a note at the end that a release does not take back.
    public mutating func append(_ note: Note) { entries.append(.note(note, isKept: true)) }

    /// The next step, or `nil` when there is none for now.
    public mutating func next() -> Step? {
        while first < entries.count {
            let entry = entries[first]
            first += 1
            switch entry {
            case .note(let note, _): return .note(note)
            case .output(.event(let event, let state, let item, let timeline), let time):
                return step(event, state, item, timeline, time)
            case .release(.event(let event, let state, let item, let timeline), let time):
                if let event = releaseEvent(event) { return step(event, state, item, timeline, time) }
            case .output(let output, _), .release(let output, _): return .output(output)
            }
        }
        entries.removeAll(keepingCapacity: true)
        first = 0
        return nil
    }

    /// What was about to be told and done for a playback that is released is not any more, but for its ending.
    private mutating func takeBack() {
        entries.removeSubrange(..<first)
        first = 0
        entries.removeAll { entry in
            switch entry {
            case .note(_, let isKept): return !isKept
            case .output(let output, _), .release(let output, _):
                switch output {
                case .seekDone, .engine(.close), .cancelTimer: return false
                case .event, .engine, .startTimer, .checkpoint: return true
                }
            }
        }
    }

    private mutating func step(
        _ event: any PlayerEvent, _ state: PlaybackState, _ item: Int?, _ timeline: Timeline, _ time: InputTime
    ) -> Step {
        told += 1
        if let change = event as? StateChangeEvent { enter(change.newState) }
        var event = event
        event.context = EventContext(
            sequence: told, item: item, wallTime: time.wall, monotonicTime: time.monotonic - birth,
            position: timeline.position, state: state)
        return .event(event, timeline: timeline)
    }

    private mutating func enter(_ new: PlaybackState) {
        state = new
        lastStateChange = told
        guard let coarse = new.playerState, coarse != playerState else { return }
        previousPlayerState = playerState
        playerState = coarse
    }

    /// An event of a release as it is told, or `nil` where it is not. Where the telling was cut off, its changes start from the state that was
    /// told last.
    private func releaseEvent(_ event: any PlayerEvent) -> (any PlayerEvent)? {
        switch event {
        case var change as StateChangeEvent:
            let isPossible = change.newState == .idle ? state != .idle : StateGraph.isLegal(from: state, to: change.newState)
            change.oldState = state
            return isPossible ? change : nil
        case var idle as IdleEvent:
            // Nothing was told of a playback: nothing is told of its end.
            guard state == .idle, lastStateChange == told else { return nil }
            idle.oldState = previousPlayerState
            return idle
        default: return event
        }
    }
}
