/// Follows the tables of an MPEG-2 transport stream while its bytes are read (ISO/IEC 13818-1 §2.4.4), and collects its timed ID3.
///
/// FFmpeg does not report which streams a new program map leaves out, and changes timed ID3: up to version 5.1 the first five bytes are missing
/// unless an access unit header precedes the tag.
struct TransportStreamWatch {
    /// The distance of packets, and of their sync byte from their start: transport streams, and those with time codes or parity.
    private static let framings = [(188, 0), (192, 4), (204, 0)]
    /// The number of consecutive sync bytes by which a transport stream is recognized.
    private static let syncCount = 3
    private static let maximumMaps = 16
    private static let maximumStreams = 16
    private static let maximumSectionSize = 4096

    /// The distance of packets; `nil` until the stream is recognized.
    private var stride: Int?
    /// Whether the bytes are not those of a transport stream.
    private var isOther = false
    /// The bytes that are not handled yet.
    private var pending: [UInt8] = []
    /// The position after the bytes that were read last.
    private var next: Int64 = 0
    private var association: [UInt8] = []
    /// The sections of the program maps that are being collected, by packet identifier.
    private var maps: [Int: [UInt8]] = [:]
    /// The streams of each program map, by packet identifier.
    private var listed: [Int: [ProgramTables.Entry]] = [:]
    /// The positions of the program maps that left out a stream, in bytes, by the packet identifier of the stream.
    private var dropped: [Int: Int64] = [:]
    /// The last packet of the program association.
    private var associationPacket: [UInt8] = []
    private var tagStreams: [Int: TimedID3Stream] = [:]

    /// Whether the program maps list the stream with a packet identifier at `position` (bytes); true without a program map. What was read
    /// is ahead of the packets that are demuxed.
    func lists(_ identifier: Int, at position: Int64 = .max) -> Bool {
        listed.isEmpty || listed.values.contains { $0.contains { $0.identifier == identifier } }
            || dropped[identifier].map { position < $0 } == true
    }

    /// Whether the stream contains timed ID3, as far as it was read.
    var hasTagStreams: Bool { !tagStreams.isEmpty }

    /// Returns and removes the tags that begin at or before `position` (bytes), in the order of each stream.
    mutating func takeTags(upTo position: Int64 = .max) -> [TimedID3Stream.Tag] {
        // Without this check each call would copy the dictionary.
        guard tagStreams.values.contains(where: { $0.tags.first.map { $0.position <= position } ?? false }) else { return [] }
        return tagStreams.keys.sorted().flatMap { tagStreams[$0]?.takeTags(upTo: position) ?? [] }
    }

    /// Drops the tags that begin before `position`, in bytes.
    mutating func dropTags(before position: Int64) {
        for identifier in Array(tagStreams.keys) { tagStreams[identifier]?.removeTags { $0.position < position } }
    }

    /// The rest of a stream, from the tables on that replace its video stream by another one.
    struct Rest {
        /// The bytes, with the association of the program before them.
        var bytes: [UInt8]
        /// The number of bytes without the association.
        var count: Int
        /// The position of the first byte, in bytes of the stream.
        var position: Int64
    }

    /// Handles bytes that were read at `position`.
    /// - Returns: The rest of these bytes if the tables replace the video stream in them; what precedes it is the end of the stream.
    mutating func consume(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int64) -> Rest? {
        guard !isOther, !bytes.isEmpty else { return nil }
        if position != next { restart(at: position) }
        next = position.saturatingAdding(Int64(bytes.count))
        pending.append(contentsOf: bytes)
        guard let place = handlePending(isLast: false) else { return nil }
        // bounded: the place of a packet in these bytes
        pending.removeFirst(place)
        let start = next - Int64(pending.count)
        return Rest(bytes: associationPacket + pending, count: pending.count, position: start - Int64(associationPacket.count))
    }

    /// Handles the rest at the end of the stream.
    mutating func finish() {
        guard !isOther else { return }
        _ = handlePending(isLast: true)
        for identifier in Array(tagStreams.keys) { tagStreams[identifier]?.finishUnit() }
    }

    /// Ends the stream before its rest, which another demuxer reads.
    mutating func finishBeforeRest() {
        pending = []
        finish()
    }

    /// Drops what is incomplete, because reading continues at `position` (bytes), and the tags that are read again.
    private mutating func restart(at position: Int64) {
        pending = []
        association = []
        for identifier in Array(maps.keys) { maps[identifier] = [] }
        for identifier in Array(tagStreams.keys) {
            tagStreams[identifier]?.reset()
            tagStreams[identifier]?.removeTags { $0.position >= position }
        }
    }

    /// - Returns: The index in `pending` of the tables that replace the video stream, if there are any.
    private mutating func handlePending(isLast: Bool) -> Int? {
        if stride == nil {
            let needed = Self.framings.map { distance, offset in distance * (Self.syncCount - 1) + offset + 1 }.max() ?? 0
            guard pending.count >= needed || isLast else { return nil }
            guard let framing = Self.framings.first(where: { isFramed($0.0, offset: $0.1) }) else {
                isOther = true
                pending = []
                return nil
            }
            stride = framing.0
            pending.removeFirst(min(framing.1, pending.count))
        }
        guard let stride else { return nil }
        var place = 0
        while place + TransportPacket.size <= pending.count {
            guard let packet = TransportPacket(pending, at: place) else {
                place += 1
                continue
            }
            // bounded: the loop checks that the packet is complete
            if packet.identifier == 0 { associationPacket = Array(pending[place..<place + TransportPacket.size]) }
            if handle(packet, at: next - Int64(pending.count - place)), stride == TransportPacket.size { return place }
            place += stride
        }
        pending.removeFirst(min(place, pending.count))
        return nil
    }

    private func isFramed(_ distance: Int, offset: Int) -> Bool {
        let places = (0..<Self.syncCount).map { $0 * distance + offset }
        // The end of a short stream may have fewer packets.
        let present = places.filter { $0 < pending.count }
        return !present.isEmpty && present.allSatisfy { pending[$0] == TransportPacket.sync }
    }

    /// Handles the packet at `position`, in bytes of the stream.
    /// - Returns: Whether the tables in the packet replace the video stream.
    private mutating func handle(_ packet: TransportPacket, at position: Int64) -> Bool {
        guard !packet.payload.isEmpty else { return false }
        if packet.identifier == 0 {
            if let section = collect(packet, into: &association) { readAssociation(section) }
        } else if maps[packet.identifier] != nil {
            var map = maps.removeValue(forKey: packet.identifier) ?? []
            let section = collect(packet, into: &map)
            maps[packet.identifier] = map
            if let section { return readMap(section, of: packet.identifier, at: position) }
        } else if tagStreams[packet.identifier] != nil {
            tagStreams[packet.identifier]?.consume(pending[packet.payload], beginsUnit: packet.beginsUnit, at: position)
        }
        return false
    }

    /// Collects the part of a section in a packet.
    /// - Returns: The section, if it is complete and undamaged.
    private func collect(_ packet: TransportPacket, into section: inout [UInt8]) -> [UInt8]? {
        var start = packet.payload.lowerBound
        if packet.beginsUnit {
            section = []
            start += 1 + Int(pending[start])
        } else if section.isEmpty {
            return nil
        }
        guard start < packet.payload.upperBound, section.count < Self.maximumSectionSize else { return nil }
        section += pending[start..<packet.payload.upperBound]
        guard let size = ProgramTables.sectionSize(section), section.count >= size else { return nil }
        // bounded: the guard above checks the count
        let complete = Array(section[..<size])
        section = []
        let isCurrent = complete.count > 5 && complete[5] & 1 != 0
        return isCurrent && ProgramTables.checksum32(complete) == 0 ? complete : nil
    }

    private mutating func readAssociation(_ section: [UInt8]) {
        let identifiers = ProgramTables.maps(inAssociation: section[...]).prefix(Self.maximumMaps)
        guard !identifiers.isEmpty else { return }
        maps = Dictionary(identifiers.map { ($0, maps[$0] ?? []) }) { $1 }
    }

    /// - Returns: Whether the map replaces the video stream.
    private mutating func readMap(_ section: [UInt8], of map: Int, at position: Int64) -> Bool {
        let streams = ProgramTables.streams(inMap: section)
        let former = Array(listed.values.joined())
        let before = former.filter(\.isVideo)
        listed[map] = streams
        listed = listed.filter { maps[$0.key] != nil }
        for stream in former where !lists(stream.identifier) { dropped[stream.identifier] = position }
        for stream in streams where stream.isTimedID3 && tagStreams[stream.identifier] == nil && tagStreams.count < Self.maximumStreams {
            tagStreams[stream.identifier] = TimedID3Stream()
        }
        let after = listed.values.joined().filter(\.isVideo)
        // FFmpeg does not change the kind of a stream that is there.
        let changesKind = streams.contains { new in former.contains { $0.identifier == new.identifier && $0.isVideo != new.isVideo } }
        return changesKind || !before.isEmpty && !after.isEmpty && !after.contains { before.contains($0) }
    }
}
