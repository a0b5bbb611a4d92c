import Foundation

/// The inputs of a player's machine from its creation on, which reproduce all of its events.
///
/// A file contains lines of JSON: a head, an entry for each input, and an end if the recording was completed. Request headers and cookies are
/// not recorded, and credentials in URLs are blanked (`Secrets`).
package struct PlaybackTrace: Sendable, Hashable {
    /// The version of the format that is written; other versions are unreadable.
    package static let version = 1

    /// The first line.
    package struct Head: Sendable, Hashable, Codable {
        /// The version of the format.
        package var version: Int
        /// The options of the player.
        package var options: PlaybackOptions
        /// The time on the monotonic clock at which the player was created, in seconds.
        package var birth: Double

        enum CodingKeys: String, CodingKey {
            case version = "playheadTrace"
            case options, birth
        }

        /// Creates a head of this version.
        package init(options: PlaybackOptions, birth: Double) {
            version = PlaybackTrace.version
            self.options = options
            self.birth = birth
        }
    }

    /// The line of an input.
    package struct Entry: Sendable, Hashable, Codable {
        /// The command, report, timer or checkpoint.
        package var input: MachineInput
        /// The time of the input.
        package var time: InputTime
        /// The number of events emitted before the input: a command in a callback comes between two events.
        package var emitted: Int

        enum CodingKeys: String, CodingKey {
            case time = "at"
            case emitted = "told"
            case input
        }

        /// Creates an entry.
        package init(_ input: MachineInput, at time: InputTime, emitted: Int) {
            self.input = input
            self.time = time
            self.emitted = emitted
        }
    }

    /// The last line.
    package struct End: Sendable, Hashable, Codable {
        /// The number of events emitted before the end of the recording; later events are not part of it.
        package var emitted: Int
        /// The counters of the engines and loaders.
        package var counts: TraceCounts
        /// The time of the end in seconds, on the clock of the events' `monotonicTime`; `nil` if it was not recorded.
        package var time: Double?

        enum CodingKeys: String, CodingKey {
            case emitted = "told"
            case counts
            case time = "at"
        }

        /// Creates an end.
        package init(emitted: Int, counts: TraceCounts, time: Double? = nil) {
            self.emitted = emitted
            self.counts = counts
            self.time = time
        }
    }

    /// The head.
    package var head: Head
    /// The inputs, in order.
    package var entries: [Entry]
    /// The end; `nil` if the recording was cut off.
    package var end: End?
    /// The reason why the rest is unreadable, or `nil`. A recording without an end was cut off.
    package var problem: TraceError?

    /// Creates a trace.
    package init(head: Head, entries: [Entry] = [], end: End? = nil) {
        self.head = head
        self.entries = entries
        self.end = end
    }

    /// Returns all events as the player emitted them, by passing the inputs to a machine in the same order.
    package func events() -> [any PlayerEvent] {
        var events: [any PlayerEvent] = []
        forEachEvent { event, _ in events.append(event) }
        return events
    }

    /// Calls `body` with each of ``events()`` and the timeline at the time of the event.
    package func forEachEvent(_ body: (any PlayerEvent, Timeline) -> Void) {
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
    package var lines: [String] { events().map { EventLine.text(of: $0) } }
}
