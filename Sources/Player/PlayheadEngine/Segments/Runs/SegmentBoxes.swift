/// Passes on the boxes of one segment (ISO/IEC 14496-12 §4.2) so that a demuxer can read them behind those of other segments: a last box
/// without a size gets one, offsets from the start of the resource become offsets in the run, and stray bytes are left out.
struct SegmentBoxes {
    private enum State {
        /// The header of a box is being read.
        case header
        /// A box is passed on, of which this number of bytes is missing.
        case passing(Int)
        /// A box with this number of bytes is held until it is complete.
        case holding(Int)
        /// A box extends to the end of the segment.
        case open
        /// The bytes do not belong to a box.
        case stray
    }

    /// Whether all boxes so far are complete, and media data is among them: an origin in low latency may be producing the next fragment.
    var isBetweenFragments: Bool {
        guard case .header = state else { return false }
        return hasMedia && held.isEmpty
    }

    /// The maximum size of a fragment's description whose offsets are changed, in bytes.
    private static let maximumFragment = 4 << 20
    /// The maximum size of a box that extends to the end of the segment, in bytes.
    private static let maximumOpenBox = 64 << 20
    /// The maximum number of stray bytes in succession.
    private static let maximumStray = 1 << 10
    private static let mediaType = Array("mdat".utf8)
    private static let fragmentType = Array("moof".utf8)
    private static let knownTypes = Set(
        ["ftyp", "styp", "moov", "mdat", "sidx", "ssix", "emsg", "prft", "free", "skip", "uuid", "mfra", "pssh", "meta", "udta"].map {
            Array($0.utf8)
        })

    /// The number of bytes that were left out.
    private(set) var strayBytes = 0
    private var state = State.header
    /// The bytes of a header or box that are not passed on yet.
    private var held: [UInt8] = []
    /// The description of a fragment that waits for its media data, with the boxes behind it.
    private var fragment: (bytes: [UInt8], size: Int, origin: Int64)?
    /// Whether media data is complete, so that what follows may be something else.
    private var hasMedia = false
    private var isMedia = false
    /// The offset of the next byte in the resource.
    private var offset: Int64

    /// Creates a value for a segment that begins at `offset` in its resource.
    init(at offset: Int64) { self.offset = offset }

    /// Returns the bytes to append to the run at `position`.
    /// - Throws: `SegmentCheck.Failure`.
    mutating func consume(_ bytes: [UInt8], at position: Int) throws(SegmentCheck.Failure) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(held.count + bytes.count)
        var rest = bytes[...]
        while !rest.isEmpty {
            switch state {
            case .header:
                guard hold(&rest, upTo: headerSize), held.count == headerSize else { continue }
                try begin(&output, at: position)
            case .passing(let count):
                let taken = min(count, rest.count)
                output += rest.prefix(taken)
                skip(taken, of: &rest)
                if taken < count { state = .passing(count - taken) } else { end() }
            case .holding(let size):
                guard hold(&rest, upTo: min(size, heldLimit)), held.count >= heldLimit || held.count == size else { continue }
                release(size, into: &output)
            case .open:
                guard held.count + rest.count <= Self.maximumOpenBox else {
                    throw .init(reason: "It has a box without a size that is too large.")
                }
                _ = hold(&rest, upTo: .max)
            case .stray:
                _ = hold(&rest, upTo: .max)
                if let found = try resume() { rest = found[...] }
            }
        }
        return output
    }

    /// Ends the segment.
    /// - Returns: The last bytes to append to the run.
    /// - Throws: `SegmentCheck.Failure` if the segment ends in the middle of a box.
    mutating func finish() throws(SegmentCheck.Failure) -> [UInt8] {
        let fragment = fragment?.bytes ?? []
        switch state {
        case .header where held.isEmpty: return fragment
        case .header where hasMedia, .stray: break
        case .holding where hasMedia && !isFragment: break
        case .open:
            let size = UInt32(clamping: held.count)
            // bounded: the header of the box is held
            held.replaceSubrange(0..<4, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) })
            return held
        default: throw .init(reason: "It ends in the middle of a box.")
        }
        strayBytes = strayBytes.saturatingAdding(held.count)
        return fragment
    }

    // MARK: Boxes

    private var headerSize: Int { held.count >= 8 && held[..<4].elementsEqual([0, 0, 0, 1]) ? 16 : 8 }

    private var isFragment: Bool { held.count >= 8 && held[4..<8].elementsEqual(Self.fragmentType) }

    /// The number of bytes after which a box is not held any more.
    private var heldLimit: Int { isFragment ? Self.maximumFragment : Self.maximumStray }

    /// Moves bytes from `rest` until `size` are held; returns whether any were moved.
    private mutating func hold(_ rest: inout ArraySlice<UInt8>, upTo size: Int) -> Bool {
        let taken = rest.prefix(max(0, size - held.count))
        held += taken
        skip(taken.count, of: &rest)
        return !taken.isEmpty
    }

    private mutating func skip(_ count: Int, of rest: inout ArraySlice<UInt8>) {
        rest = rest.dropFirst(count)
        offset = offset.saturatingAdding(Int64(count))
    }

    /// Handles a complete header.
    private mutating func begin(_ output: inout [UInt8], at position: Int) throws(SegmentCheck.Failure) {
        guard SegmentShape.isType(held[4..<8]) else {
            guard hasMedia else { throw .init(reason: "It has invalid data where a box should begin.") }
            state = .stray
            return
        }
        isMedia = held[4..<8].elementsEqual(Self.mediaType)
        if isMedia { place(&output, at: position) }
        let field = held.count == 16 ? held[8..<16] : held[..<4]
        if held.count == 8, SegmentCheck.boxSize(field) == 0 {
            state = .open
            return
        }
        guard let size = SegmentCheck.boxSize(field), size >= held.count else {
            guard hasMedia else { throw .init(reason: "It has a box of an invalid size.") }
            state = .stray
            return
        }
        let isHeld = isFragment || !Self.knownTypes.contains(Array(held[4..<8])) || fragment != nil && size <= Self.maximumStray
        if !isMedia, isHeld {
            if size > held.count { state = .holding(size) } else { release(size, into: &output) }
            return
        }
        pass(&output)
        output += held
        if size > held.count { state = .passing(size - held.count) } else { end() }
        held = []
    }

    /// Passes on a held box with `size` bytes, or the part of it that is held. A fragment waits for its media data.
    private mutating func release(_ size: Int, into output: inout [UInt8]) {
        defer { held = [] }
        if held.count == size {
            if isFragment {
                pass(&output)
                fragment = (held, size, offset.saturatingSubtracting(Int64(size)))
            } else if let known = fragment?.bytes.count, known + held.count <= Self.maximumFragment {
                fragment?.bytes += held
            } else {
                pass(&output)
                output += held
            }
            return end()
        }
        pass(&output)
        output += held
        state = .passing(size - held.count)
    }

    /// Passes on a fragment whose media data begins behind the held header.
    private mutating func place(_ output: inout [UInt8], at position: Int) {
        guard let (bytes, size, origin) = fragment else { return }
        var description = Array(bytes.prefix(size))
        let between = bytes.dropFirst(size)
        FragmentOffsets.move(
            &description, from: origin, to: Int64(position).saturatingAdding(Int64(output.count)),
            distance: Int64(between.count + held.count))
        output += description + between
        fragment = nil
    }

    /// Passes on a fragment as it is.
    private mutating func pass(_ output: inout [UInt8]) {
        output += fragment?.bytes ?? []
        fragment = nil
    }

    private mutating func end() {
        state = .header
        if isMedia { hasMedia = true }
        isMedia = false
    }

    /// Searches the stray bytes for the next fragment.
    /// - Returns: The bytes from there on, which are to be read again.
    private mutating func resume() throws(SegmentCheck.Failure) -> [UInt8]? {
        let header = Array("mfhd".utf8)
        let distance = 8
        let start = held.indices.first { index in
            guard index + 8 + distance <= held.count else { return false }
            return held[(index + 4)..<(index + 8)].elementsEqual(Self.fragmentType)
                && held[(index + 4 + distance)..<(index + 8 + distance)].elementsEqual(header)
        }
        guard let start else {
            guard held.count <= Self.maximumStray else { throw .init(reason: "It has invalid data where a box should begin.") }
            return nil
        }
        strayBytes = strayBytes.saturatingAdding(start)
        let found = Array(held[start...])
        offset = offset.saturatingSubtracting(Int64(found.count))
        held = []
        state = .header
        return found
    }
}
