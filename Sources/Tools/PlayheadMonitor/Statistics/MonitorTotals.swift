import Foundation

/// The totals of a run at a moment: of all streams together, and of each one. The terminal view, the lines, the thresholds, the summary and the
/// published metrics read this value and nothing else.
///
/// The number of streams with their own statistics is limited, so that published metrics have a limited number of series.
package struct MonitorTotals: Sendable {
    /// The statistics of one stream.
    package struct Stream: Sendable {
        /// The URL without secrets, query and fragment, or ``MonitorTotals/otherStreams``; each name occurs once.
        package var name: String
        /// The statistics of the viewers while they watched the stream. Without clocks, which belong to the process.
        package var statistics: MonitorStatistics
    }

    /// The maximum number of streams with their own statistics.
    package static let maximumStreams = 32
    /// The name of all further streams together.
    package static let otherStreams = "other"

    /// The statistics of the whole run in this process.
    package internal(set) var whole = MonitorStatistics()
    /// The statistics of each stream, in the order of the plan.
    package private(set) var streams: [Stream]
    /// The position in ``streams`` of each stream of the plan.
    private let positions: [Int]

    /// Creates the totals of a run without viewers.
    /// - Parameter urls: The streams of the plan. Those whose names are equal share their statistics.
    package init(streams urls: [URL]) {
        var names: [String] = []
        var places: [String: Int] = [:]
        positions = urls.map { url in
            var name = FailureKey.name(of: url.absoluteString)
            if places[name] == nil, places.count >= Self.maximumStreams { name = Self.otherStreams }
            if let place = places[name] { return place }
            places[name] = names.count
            names.append(name)
            return names.count - 1
        }
        streams = names.map { Stream(name: $0, statistics: MonitorStatistics()) }
    }

    /// Adds an observation of a viewer that watches a stream of the plan.
    mutating func add(_ observation: ViewerObservation, stream: Int) {
        whole.add(observation)
        guard positions.indices.contains(stream) else { return }
        streams[positions[stream]].statistics.add(observation)
    }

    /// Adds an arrival that found the maximum number of viewers.
    mutating func addTurnedAway() { whole.add(.turnedAway) }

    /// Sets the time since the start of the run, in seconds.
    mutating func setElapsed(_ seconds: Double) {
        whole.elapsed = seconds
        for index in streams.indices { streams[index].statistics.elapsed = seconds }
    }
}
