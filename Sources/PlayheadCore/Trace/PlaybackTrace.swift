import Foundation

/// The inputs of one player's machine, from its creation on, which suffice to reproduce all of its events.
///
/// As a file it is lines of JSON: a head, an entry for each input, and an end where the recording was ended in an orderly way. Request headers and
/// cookies never get into it, and what gives access in URLs is blanked (`Secrets`).
public struct PlaybackTrace: Sendable, Hashable {
    /// The version of the format that is written; no other can be read.
    public static let version = 1

    /// The first line.
    public struct Head: Sendable, Hashable, Codable {
        /// The version of the format.
        public var version: Int
        /// How the player behaved.
        public var options: PlaybackOptions
        /// The monotonic clock when the player was made, in seconds.
        public var birth: Double

        enum CodingKeys: String, CodingKey {
            case version = "playheadTrace"
            case options, birth
        }

        /// Makes a head of this version.
        public init(options: PlaybackOptions, birth: Double) {
            version = PlaybackTrace.version
            self.options = options
            self.birth = birth
        }
    }

    /// A line for something that went into the machine.
    public struct Entry: Sendable, Hashable, Codable {
        /// The command, report, timer or checkpoint.
        public var input: MachineInput
        /// When.
        public var time: InputTime
        /// How many events had been told by then: a command inside a callback comes between two of them.
        public var emitted: Int

        enum CodingKeys: String, CodingKey {
            case time = "at"
            case emitted = "told"
            case input
        }

        /// Makes an entry.
        public init(_ input: MachineInput, at time: InputTime, emitted: Int) {
            self.input = input
            self.time = time
            self.emitted = emitted
        }
    }

    /// The last line.
    public struct End: Sendable, Hashable, Codable {
        /// How many events had been told when the recording ended; what comes of the inputs after them is not part of it.
        public var emitted: Int
        /// The counters of the engines and loaders.
        public var counts: TraceCounts
        /// When it ended, in seconds on the clock of the events' `monotonicTime`; `nil` in recordings that don't say.
        public var time: Double?

        enum CodingKeys: String, CodingKey {
            case emitted = "told"
            case counts
            case time = "at"
        }

        /// Makes an end.
        public init(emitted: Int, counts: TraceCounts, time: Double? = nil) {
            self.emitted = emitted
            self.counts = counts
            self.time = time
        }
    }

    /// The head.
    public var head: Head
    /// The inputs, in order.
    public var entries: [Entry]
    /// The end; `nil` where the recording was cut off.
    public var end: End?
    /// Why the rest could not be read, or `nil`. A recording without end is one that was cut off.
    public var problem: TraceError?

    /// Makes a trace.
    public init(head: Head, entries: [Entry] = [], end: End? = nil) {
        self.head = head
        self.entries = entries
        self.end = end
    }

    /// All events, as the player told them: the same inputs through the same machine, in the same order.
    public func events() -> [any PlayerEvent] {
        var events: [any PlayerEvent] = []
        forEachEvent { event, _ in events.append(event) }
        return events
    }

    /// Calls `body` with each of ``events()`` and the timeline as it was when the event was told.
    public func forEachEvent(_ body: (any PlayerEvent, Timeline) -> Void) {
        var machine = PlaybackMachine(options: head.options, at: head.birth)
        var queue = OutputQueue<Never>(birth: head.birth)
        func emit(until count: Int) {
            while queue.emitted < count, let step = queue.next() {
                if case .event(let event, let timeline) = step { body(event, timeline) }
            }
        }
        for entry in entries {
            emit(until: entry.emitted)
            let outputs = machine.handle(entry.input, at: entry.time.monotonic, playhead: entry.time.playhead)
            queue.take(outputs, of: entry.input, at: entry.time)
        }
        emit(until: end?.emitted ?? .max)
    }

    /// ``events()`` as lines of JSON, as `playhead play --json` prints them.
    public var lines: [String] { events().map { EventLine.text(of: $0) } }
}
