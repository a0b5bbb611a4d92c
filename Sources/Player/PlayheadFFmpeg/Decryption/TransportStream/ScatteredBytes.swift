/// Bytes of one unit at several positions of a stream.
struct ScatteredBytes {
    /// The bytes.
    var bytes: [UInt8] = []
    /// The positions of the bytes in the stream, in order.
    private var places: [Range<Int>] = []

    /// The first position, or `nil` if there are no bytes.
    var position: Int? { places.first?.lowerBound }

    mutating func append(_ slice: ArraySlice<UInt8>, at position: Int) {
        guard !slice.isEmpty else { return }
        bytes.append(contentsOf: slice)
        places.append(position..<position + slice.count)
    }

    /// Writes the first `count` bytes back to their positions, and removes them. `base` is the position of the first byte of `stream`.
    mutating func restore(_ count: Int, to stream: inout [UInt8], base: Int) {
        var offset = 0
        var done = 0
        for place in places {
            guard offset < count else { break }
            let step = min(place.count, count - offset)
            let start = place.lowerBound - base
            // bounded: at most the rest of the range, all of which was appended
            stream.replaceSubrange(start..<start + step, with: bytes[offset..<offset + step])
            offset += step
            if step == place.count {
                done += 1
            } else {
                places[done] = place.lowerBound + step..<place.upperBound
            }
        }
        places.removeFirst(done)
        // bounded: the sum of ranges, all of which were appended
        bytes.removeFirst(offset)
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }
}
