/// Returns the length of the common prefix of two ranges of texts. Compares blocks in loops without an early exit, which are vectorized.
func commonPrefix(_ one: [UInt8], _ first: Range<Int>, _ other: [UInt8], _ second: Range<Int>) -> Int {
    let count = min(first.count, second.count)
    guard count > 0 else { return 0 }
    return one.withUnsafeBufferPointer { one in
        other.withUnsafeBufferPointer { other in
            // bounded: the smaller of both ranges has this many bytes
            let one = UnsafeBufferPointer(rebasing: one[first.lowerBound..<first.lowerBound + count])
            // bounded: the smaller of both ranges has this many bytes
            let other = UnsafeBufferPointer(rebasing: other[second.lowerBound..<second.lowerBound + count])
            var position = 0
            while position < count {
                let end = min(count, position + 4096)
                var difference: UInt8 = 0
                for index in position..<end { difference |= one[index] ^ other[index] }
                if difference != 0 { break }
                position = end
            }
            while position < count, one[position] == other[position] { position += 1 }
            return position
        }
    }
}
