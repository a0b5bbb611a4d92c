/// Bytes that belong together but lie in several places of a stream.
struct ScatteredBytes {
    /// The bytes.
    var bytes: [UInt8] = []
    /// Where they come from, in order: places in the stream.
    private var places: [Range<Int>] = []

    /// The first place, or `nil` where there is nothing.
    var position: Int? { places.first?.lowerBound }

    mutating func append(_ slice: ArraySlice<UInt8>, at position: Int) {
        guard !slice.isEmpty else { return }
        bytes.append(contentsOf: slice)
        places.append(position..<position + slice.count)
    }

    /// Puts the first `count` bytes back where they come from, and forgets them.
    /// - Parameter base: Where in the stream `stream` begins.
    mutating func restore(_ count: Int, to stream: inout [UInt8], base: Int) {
        var offset = 0
        var done = 0
        for place in places {
            guard offset < count else { break }
            let step = min(place.count, count - offset)
            let start = place.lowerBound - base
            // bounded: at most the rest of the place, all of which was appended
            stream.replaceSubrange(start..<start + step, with: bytes[offset..<offset + step])
            offset += step
            if step == place.count {
                done += 1
            } else {
                places[done] = place.lowerBound + step..<place.upperBound
            }
        }
        places.removeFirst(done)
        // bounded: the sum of places, all of which were appended
        bytes.removeFirst(offset)
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }
}
