import Foundation

/// All that is decided about a run before it starts. The same plan gives the same viewers, in one process or divided into shards.
package struct CrowdPlan: Sendable {
    /// The streams, at least one; each viewer selects one of them at random.
    package var streams: [URL]
    /// The arrivals of the whole run.
    package var arrivals = Arrivals.count(1)
    /// The ramp-up in seconds; see ``ArrivalSequence``.
    package var rampUp = 0.0
    /// The duration of the run in seconds; `nil` runs until each viewer has left once.
    package var duration: Double?
    /// The maximum number of viewers of the whole run at the same time, if they arrive at a rate; `nil` for no limit.
    package var limit: Int?
    /// The times that viewers watch.
    package var watchTime = WatchTime.wholeStream
    /// The actions of viewers.
    package var behaviour = Behaviour.none
    /// The mean time between two actions of a viewer, in seconds.
    package var actionInterval = 30.0
    /// The seed of all random choices.
    package var seed: UInt64 = 1
    /// The shard that this process runs.
    package var shard = Shard.whole

    /// Creates the plan of one viewer.
    /// - Parameter streams: The streams, at least one.
    package init(streams: [URL]) { self.streams = streams }

    /// The arrivals of this shard.
    package var ownArrivals: some Sequence<ArrivalSequence.Arrival> {
        ArrivalSequence(arrivals, rampUp: rampUp, seed: seed).lazy.filter { shard.contains($0.number) }
    }

    /// The number of viewers of this shard that are planned to be there at the same time; `nil` if they arrive at a rate.
    package var ownCount: Int? { if case .count(let count) = arrivals { shard.share(of: count) } else { nil } }

    /// The maximum number of viewers of this shard at the same time.
    package var ownLimit: Int? { limit.map { shard.share(of: $0) } }

    /// Whether a viewer that has left is replaced.
    package var replacesViewers: Bool { if case .count = arrivals { duration != nil } else { false } }

    /// Returns the plan of one viewer.
    /// - Parameters:
    ///   - number: The number of the arrival.
    ///   - generation: The number of viewers that it replaces.
    ///   - networks: The number of recorded networks.
    /// - Returns: The plan, the same whatever shard it belongs to.
    package func viewer(_ number: Int, generation: Int, networks: Int) -> ViewerPlan {
        var random = SeededRandom(seed: seed, path: [1, number, generation])
        return ViewerPlan(
            number: number, generation: generation, stream: Int(saturating: random.unit() * Double(streams.count), rounding: .towardZero),
            watchTime: watchTime.sample(&random), network: networks > 0 ? number % networks : nil, networkStart: random.unit(),
            random: SeededRandom(seed: random.next()))
    }
}

/// The plan of one viewer.
package struct ViewerPlan: Sendable {
    /// The number of the arrival in the whole run, from 0.
    package var number: Int
    /// The number of viewers that it replaces.
    package var generation: Int
    /// The index of the stream.
    package var stream: Int
    /// The time to watch in seconds; `nil` for the whole stream.
    package var watchTime: Double?
    /// The index of the recorded network; `nil` without one.
    package var network: Int?
    /// The start in the recorded network, as a share of its duration.
    package var networkStart: Double
    /// The random numbers of the viewer's actions.
    package var random: SeededRandom

    /// The name in lines of events: `17`, or `17.2` for the second that replaces it.
    package var name: String { generation == 0 ? "\(number)" : "\(number).\(generation)" }
}
