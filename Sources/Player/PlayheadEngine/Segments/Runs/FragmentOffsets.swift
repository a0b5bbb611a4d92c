/// The offsets of media data from the start of a resource in the description of a fragment (`base_data_offset`, ISO/IEC 14496-12 §8.8.7).
enum FragmentOffsets {
    /// A track fragment with such an offset.
    private struct Base {
        /// The position of the field in the description.
        let place: Int
        /// The offset, and that of the first sample behind it.
        let offset: Int64
        let first: Int64
    }

    private static let baseIsPresent: UInt32 = 1
    private static let offsetIsPresent: UInt32 = 1

    /// Changes the offsets of a description (`moof`) that is at `origin` in its resource and is moved to `target`.
    ///
    /// Offsets that do not lead to the media data, which begins `distance` bytes behind the description, count from the start of another
    /// file, which was cut into segments.
    static func move(_ box: inout [UInt8], from origin: Int64, to target: Int64, distance: Int64) {
        let fragments = MediaBox.all(of: box, in: MediaBox.headerSize..<box.count).filter { $0.type == "traf" }
        let bases = fragments.compactMap { base(in: box, $0.content) }
        guard let first = bases.map(\.first).min() else { return }
        let data = Int64(box.count).saturatingAdding(distance)
        // Tracks without such an offset may precede the others.
        let isCut = bases.count == fragments.count && first != origin.saturatingAdding(data)
        let change = isCut ? target.saturatingAdding(data).saturatingSubtracting(first) : target.saturatingSubtracting(origin)
        for base in bases {
            let moved = UInt64(max(0, base.offset.saturatingAdding(change)))
            for index in 0..<8 { box[base.place + index] = UInt8(truncatingIfNeeded: moved >> (56 - 8 * index)) }
        }
    }

    private static func base(in box: [UInt8], _ fragment: Range<Int>) -> Base? {
        var header: (place: Int, offset: Int64)?
        var first: Int64 = 0
        for child in MediaBox.all(of: box, in: fragment) {
            let content = child.content
            guard content.count >= 8 else { continue }
            let flags = MediaBox.number(box, at: content.lowerBound + 1, 3)
            // Both fields follow the version and flags, and a number.
            let place = content.lowerBound + 8
            if child.type == "tfhd", flags & UInt64(baseIsPresent) != 0, content.count >= 16 {
                header = Int64(exactly: MediaBox.number(box, at: place, 8)).map { (place, $0) }
            } else if child.type == "trun" {
                let hasOffset = flags & UInt64(offsetIsPresent) != 0 && content.count >= 12
                if hasOffset { first = Int64(Int32(truncatingIfNeeded: MediaBox.number(box, at: place, 4))) }
                break
            }
        }
        return header.map { Base(place: $0.place, offset: $0.offset, first: $0.offset.saturatingAdding(first)) }
    }
}
