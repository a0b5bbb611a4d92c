/// A movie for simulations: its ladder and the actual sizes of its segments. Decodes from sabre's form of JSON.
package struct SimulatedMovie: Sendable, Equatable {
    /// The duration of each segment in seconds.
    package let segmentDuration: Double
    /// The bit rates of the ladder in bits per second, ascending.
    package let bitrates: [Double]
    /// The sizes in bits, by segment and rung.
    package let sizes: [[Double]]

    /// Makes a movie; throws if it has no segments or rungs, if sizes are missing, or if a number is not above 0.
    package init(segmentDuration: Double, bitrates: [Double], sizes: [[Double]]) throws(SimulationError) {
        guard segmentDuration > 0, segmentDuration.isFinite else { throw .badMovie("the segment duration is not above 0") }
        guard !bitrates.isEmpty else { throw .badMovie("there is no rung") }
        guard bitrates.allSatisfy({ $0 > 0 && $0.isFinite }) else { throw .badMovie("a bitrate is not above 0") }
        guard zip(bitrates, bitrates.dropFirst()).allSatisfy({ $0 < $1 }) else { throw .badMovie("the bitrates do not rise") }
        guard !sizes.isEmpty else { throw .badMovie("there is no segment") }
        for (index, segment) in sizes.enumerated() {
            guard segment.count == bitrates.count else {
                throw .badMovie("segment \(index) has \(segment.count) sizes for \(bitrates.count) rungs")
            }
            guard segment.allSatisfy({ $0 > 0 && $0 < 1e15 }) else { throw .badMovie("segment \(index) has an invalid size") }
        }
        self.segmentDuration = segmentDuration
        self.bitrates = bitrates
        self.sizes = sizes
    }
}

extension SimulatedMovie: Decodable {
    private enum CodingKeys: String, CodingKey {
        case milliseconds = "segment_duration_ms"
        case kilobits = "bitrates_kbps"
        case sizes = "segment_sizes_bits"
    }

    /// Decodes and validates a movie.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            segmentDuration: try values.decode(Double.self, forKey: .milliseconds) / 1000,
            bitrates: try values.decode([Double].self, forKey: .kilobits).map { $0 * 1000 },
            sizes: try values.decode([[Double]].self, forKey: .sizes))
    }
}
