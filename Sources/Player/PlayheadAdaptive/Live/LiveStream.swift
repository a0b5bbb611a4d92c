/// A low-latency stream for simulations.
package struct LiveStream: Sendable, Equatable {
    /// The bit rates of the ladder in bits per second, ascending.
    package var bitrates: [Double]
    /// The duration of a segment in seconds.
    package var segmentDuration: Double
    /// The number of pictures in a segment, the first of which is a key picture.
    package var pictures: Int
    /// The number of pictures in a chunk or part, which is available once its last picture is encoded.
    package var picturesPerPart = 1
    /// The size of a key picture relative to others.
    package var keyWeight = 4.0
    /// The maximum relative deviation of a segment's size from its bit rate.
    package var variation = 0.1

    /// The stream of the ACM MMSys 2020 grand challenge: segments of half a second in chunks of one picture.
    package static let challenge = LiveStream(bitrates: [200_000, 600_000, 1_000_000], segmentDuration: 0.5, pictures: 15)

    /// Makes a stream.
    package init(bitrates: [Double], segmentDuration: Double, pictures: Int, picturesPerPart: Int = 1) {
        self.bitrates = bitrates
        self.segmentDuration = segmentDuration
        self.pictures = max(1, pictures)
        self.picturesPerPart = max(1, picturesPerPart)
    }

    /// The parts of a segment: the end of each in seconds from the start of the segment, and its share of the size.
    var parts: [(end: Double, share: Double)] {
        let total = keyWeight + Double(pictures - 1)
        return stride(from: 0, to: pictures, by: picturesPerPart).map { first in
            let end = min(pictures, first + picturesPerPart)
            let weight = Double(end - first) + (first == 0 ? keyWeight - 1 : 0)
            return (segmentDuration * Double(end) / Double(pictures), weight / total)
        }
    }

    /// Returns the size of a segment in bits.
    func bits(of segment: Int, rung: Int) -> Double {
        // A sequence without period that looks random: multiples of the golden ratio.
        let phase = (Double(segment) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
        return bitrates[rung] * segmentDuration * (1 + variation * (2 * abs(phase) - 1))
    }
}
