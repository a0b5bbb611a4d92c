/// Limits the comments of FLAC (RFC 9639 §8.6), and of all codecs in Ogg (RFC 3533), before FFmpeg reads them: the list ends behind the
/// last permitted one. Of a list in Ogg whose pages leave no room for that, FFmpeg drops the rest.
///
/// FFmpeg adds each comment to a list that it searches first, so that its time is quadratic in the number of comments.
struct TagLimit {
    /// The maximum number of comments of a file, or of a stream in Ogg.
    static let maximumComments = 1000
    /// The maximum number of streams that are known: that of FFmpeg.
    private static let maximumStreams = 1000
    private static let maximumPatches = 1024
    private static let magic = Array("fLaC".utf8)
    private static let capture = Array("OggS".utf8)
    private static let tag = Array("ID3".utf8)
    private static let tagHeaderSize = 10
    private static let pageHeaderSize = 27

    private enum State {
        case beginning, blockHeader, block, search, page, packets, done
    }

    /// Bits of the source that are inverted.
    private struct Patch {
        var position: Int64
        var bits: [UInt8]
    }

    private var state = State.beginning
    private var isOgg = false
    /// The position of the next byte to examine, and that behind the last read.
    private var place: Int64 = 0
    private var next: Int64 = 0
    /// The bytes of an incomplete header.
    private var field: [UInt8] = []
    private var patches: [Patch] = []
    /// The bits of the present byte that are inverted each time it is read.
    private var refusal: UInt8 = 0
    /// The comments of the present block of FLAC, and its end.
    private var list = CommentList()
    private var permitted = maximumComments
    private var blockEnd: Int64 = 0
    private var isLastBlock = false
    /// The streams of Ogg by their serial numbers, and that of the present page.
    private var streams: [UInt32: OggComments] = [:]
    private var serial: UInt32 = 0
    /// The parts of packets in the rest of the page, and whether they end there.
    private var parts: ArraySlice<(size: Int, isEnd: Bool)> = []

    /// Changes the bytes at which lists end.
    /// - Parameters:
    ///   - bytes: Bytes of the source.
    ///   - position: The position of the first one.
    mutating func apply(to bytes: UnsafeMutableBufferPointer<UInt8>, at position: Int64) {
        let (end, overflow) = position.addingReportingOverflow(Int64(bytes.count))
        guard !bytes.isEmpty, !overflow else { return }
        if position != next { move(to: position) }
        next = end
        if position <= place {
            while place < end, state != .done {
                // bounded: the place is within the bytes
                let index = Int(place - position)
                refusal = 0
                step(bytes[index])
                bytes[index] ^= refusal
            }
        }
        for patch in patches where patch.position < end && patch.position + Int64(patch.bits.count) > position {
            for (offset, bits) in patch.bits.enumerated() {
                let index = patch.position + Int64(offset) - position
                if index >= 0, index < Int64(bytes.count) { bytes[Int(index)] ^= bits }
            }
        }
    }

    /// Continues at another position: in Ogg with the next page.
    private mutating func move(to position: Int64) {
        if isOgg {
            (state, field, place, parts) = (.search, [], position, [])
            for serial in Array(streams.keys) { streams[serial]?.beginPacket(isContinued: true) }
        } else if position > place {
            state = .done
        }
    }

    private mutating func step(_ byte: UInt8) {
        switch state {
        case .beginning:
            take(byte)
            begin()
        case .blockHeader:
            take(byte)
            if field.count == 4 { beginBlock() }
        case .block: readBlock(byte)
        case .search:
            take(byte)
            if !Self.capture.starts(with: field) { field = byte == Self.capture[0] ? [byte] : [] }
            if field == Self.capture { state = .page }
        case .page:
            take(byte)
            if field.count == Self.capture.count, field != Self.capture {
                (state, field) = (.search, [])
            } else if field.count >= Self.pageHeaderSize, field.count == Self.pageHeaderSize + Int(field[Self.pageHeaderSize - 1]) {
                beginPage()
            }
        case .packets: readPackets(byte)
        case .done: break
        }
    }

    private mutating func take(_ byte: UInt8) {
        field.append(byte)
        place += 1
    }

    /// Recognizes the container, behind tags of ID3.
    private mutating func begin() {
        if field.count == Self.tagHeaderSize {
            let size = field[6...].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
            let footer = field[5] & 0x10 != 0 ? Int64(Self.tagHeaderSize) : 0
            place = place.saturatingAdding(size + footer)
            field = []
        } else if field == Self.magic {
            (state, field) = (.blockHeader, [])
        } else if field == Self.capture {
            (state, isOgg) = (.page, true)
        } else if field.count == 4, !field.starts(with: Self.tag) {
            state = .done
        }
    }

    private mutating func beginBlock() {
        let comments: UInt8 = 4
        isLastBlock = field[0] & 0x80 != 0
        blockEnd = place.saturatingAdding(field[1...].reduce(0) { $0 << 8 | Int64($1) })
        let isList = field[0] & 0x7F == comments
        field = []
        list = CommentList()
        state = .block
        if !isList { place = blockEnd }
        if place >= blockEnd { state = isLastBlock ? .done : .blockHeader }
    }

    private mutating func readBlock(_ byte: UInt8) {
        let left = Int(blockEnd - place)
        let skipped = min(list.skippable, left)
        if skipped > 0 {
            list.skip(skipped)
            place += Int64(skipped)
        } else {
            change(list.read(byte, left: left, isChecked: false, permitted: &permitted))
            place += 1
        }
        if place >= blockEnd { state = isLastBlock ? .done : .blockHeader }
    }

    private mutating func beginPage() {
        let (continued, first): (UInt8, UInt8) = (1, 2)
        let flags = field[5]
        serial = field[14..<18].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        var size = 0
        parts = []
        // bounded: the header of the page is complete
        for lacing in field[Self.pageHeaderSize...] {
            size += Int(lacing)
            guard lacing < 255 else { continue }
            parts.append((size, true))
            size = 0
        }
        if size > 0 { parts.append((size, false)) }
        (state, field) = (.packets, [])
        if streams[serial] == nil {
            if streams.count >= Self.maximumStreams { streams = [:] }
            streams[serial] = OggComments()
        }
        streams[serial]?.beginPage(
            isContinued: flags & continued != 0, isFirst: flags & first != 0, isIncomplete: parts.last.map { !$0.isEnd })
        if parts.isEmpty { state = .page }
    }

    private mutating func readPackets(_ byte: UInt8) {
        guard let part = parts.first else {
            state = .page
            return
        }
        let used: Int
        if part.size > 0, var stream = streams[serial] {
            let (count, bits) = stream.read(byte, left: part.size)
            streams[serial] = stream
            // There may be more refused pages than patches.
            if stream.isRefused { refusal = bits } else { change(bits) }
            used = min(max(1, count), part.size)
        } else {
            used = part.size
        }
        place += Int64(used)
        parts[parts.startIndex].size -= used
        guard parts[parts.startIndex].size == 0 else { return }
        if part.isEnd { streams[serial]?.beginPacket(isContinued: false) }
        parts.removeFirst()
        if parts.isEmpty { state = .page }
    }

    /// Inverts bits of the byte at `place`.
    private mutating func change(_ bits: UInt8) {
        guard bits != 0 else { return }
        // What is read again is changed once.
        if patches.contains(where: { $0.position <= place && place < $0.position + Int64($0.bits.count) }) { return }
        if let last = patches.last, last.position + Int64(last.bits.count) == place {
            patches[patches.count - 1].bits.append(bits)
            return
        }
        if patches.count == Self.maximumPatches { patches.removeFirst() }
        patches.append(Patch(position: place, bits: [bits]))
    }
}
