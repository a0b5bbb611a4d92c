/// A transport stream with encrypted samples (Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming").
///
/// The output has the same packets, of a clear stream: samples are decrypted in place, across packets, and the program map contains the
/// types of clear streams. So a demuxer needs neither the key nor information about the encryption.
struct TransportStream: DecryptingStream {
    /// The maximum number of streams; a real stream has two or three.
    private static let maximumStreams = 16
    /// The maximum size of a picture that is collected, in octets.
    private static let pendingLimit = 8 << 20
    /// The maximum number of octets that wait for the end of a table or sample; more are passed on as they are.
    static let heldLimit = 16 << 20

    private struct Elementary {
        var codec: ProgramTables.Codec
        var pending = ScatteredBytes()
        /// The header of the PES packet; `nil` before the first one, and if it is invalid.
        var header: PESHeader?
        /// Whether the content of the PES packet begins with the next octet behind its header.
        var isAtStart = false
    }

    private let cipher: SampleCipher
    /// The bytes that were not output yet, from `base` of the stream on; packets up to `read` octets were processed.
    private var held: [UInt8] = []
    private var base = 0
    private var read = 0
    private var association = ScatteredBytes()
    private var maps: [Int: ScatteredBytes] = [:]
    private var streams: [Int: Elementary] = [:]

    init(_ cipher: SampleCipher) { self.cipher = cipher }

    mutating func update(_ bytes: [UInt8]) -> [UInt8] {
        held.append(contentsOf: bytes)
        while held.count - read >= TransportPacket.size {
            guard let packet = TransportPacket(held, at: read) else {
                read += 1
                continue
            }
            handle(packet)
            read += TransportPacket.size
        }
        if held.count > Self.heldLimit { endAll() }
        return release()
    }

    mutating func finish() -> [UInt8] {
        endAll()
        defer { held = [] }
        return held
    }

    /// Ends all tables and samples that have begun.
    private mutating func endAll() {
        association.removeAll()
        for identifier in Array(maps.keys) { maps[identifier]?.removeAll() }
        for identifier in Array(streams.keys) {
            decrypt(identifier)
            streams[identifier]?.pending.removeAll()
        }
    }

    /// Outputs all bytes before the ones that are incomplete.
    private mutating func release() -> [UInt8] {
        var end = base + read
        if let position = association.position { end = min(end, position) }
        for map in maps.values { end = min(end, map.position ?? end) }
        for stream in streams.values { end = min(end, stream.pending.position ?? end) }
        let count = end - base
        // bounded: at most the processed part of the held bytes
        let clear = Array(held[..<count])
        // bounded: at most the processed part of the held bytes
        held.removeFirst(count)
        base = end
        read -= count
        return clear
    }

    private mutating func handle(_ packet: TransportPacket) {
        guard !packet.payload.isEmpty else { return }
        if packet.identifier == 0 {
            for part in sectionParts(of: packet) {
                collect(part, into: &association)
                readAssociation()
            }
        } else if var map = maps.removeValue(forKey: packet.identifier) {
            for part in sectionParts(of: packet) {
                collect(part, into: &map)
                readMap(&map)
            }
            maps[packet.identifier] = map
        } else if streams[packet.identifier] != nil {
            takePayload(packet)
        }
    }

    // MARK: Tables

    /// Returns the parts of a packet's payload that continue a section, and that begin sections.
    private func sectionParts(of packet: TransportPacket) -> [(bytes: Range<Int>, isBeginning: Bool)] {
        guard packet.beginsUnit else { return [(packet.payload, false)] }
        // A pointer leads to the first section that begins in the packet; one that began before ends there.
        let start = packet.payload.lowerBound + 1
        let target = min(start + Int(held[start - 1]), packet.payload.upperBound)
        return [(start..<target, false), (target..<packet.payload.upperBound, true)]
    }

    /// Collects a part of a section.
    private func collect(_ part: (bytes: Range<Int>, isBeginning: Bool), into section: inout ScatteredBytes) {
        if part.isBeginning { section.removeAll() } else if section.position == nil { return }
        // bounded: the payload of a packet
        section.append(held[part.bytes], at: base + part.bytes.lowerBound)
    }

    private mutating func readAssociation() {
        guard let size = ProgramTables.sectionSize(association.bytes), association.bytes.count >= size else { return }
        // bounded: the guard above checks the count
        for identifier in ProgramTables.maps(inAssociation: association.bytes[..<size])
        where maps[identifier] == nil && maps.count < Self.maximumStreams {
            maps[identifier] = ScatteredBytes()
        }
        association.removeAll()
    }

    private mutating func readMap(_ map: inout ScatteredBytes) {
        while let size = ProgramTables.sectionSize(map.bytes), map.bytes.count >= size {
            // bounded: the condition of the loop
            for stream in ProgramTables.declareClear(&map.bytes[..<size]) where streams[stream.identifier]?.codec != stream.codec {
                decrypt(stream.identifier)
                guard streams[stream.identifier] != nil || streams.count < Self.maximumStreams else { continue }
                streams[stream.identifier] = Elementary(codec: stream.codec)
            }
            map.restore(size, to: &held, base: base)
            // A map may follow another section; anything else is stuffing, or of no use here.
            if map.bytes.first != ProgramTables.mapTable { map.removeAll() }
        }
    }

    // MARK: Samples

    private mutating func takePayload(_ packet: TransportPacket) {
        let identifier = packet.identifier
        if packet.beginsUnit {
            streams[identifier]?.header = PESHeader()
            streams[identifier]?.isAtStart = true
        }
        guard let start = streams[identifier]?.header?.read(held, in: packet.payload) else { return }
        guard streams[identifier]?.header?.isInvalid == false else {
            decrypt(identifier)
            streams[identifier]?.header = nil
            return
        }
        guard start < packet.payload.upperBound else { return }
        // bounded: the guard
        let payload = held[start..<packet.payload.upperBound]
        // A picture may be spread over several PES packets.
        if streams[identifier]?.isAtStart == true, streams[identifier]?.codec == .h264, VideoSample.beginsUnit(payload) {
            decrypt(identifier)
        }
        streams[identifier]?.isAtStart = false
        streams[identifier]?.pending.append(payload, at: base + start)
        if streams[identifier]?.codec != .h264 || streams[identifier]?.pending.bytes.count ?? 0 > Self.pendingLimit { decrypt(identifier) }
    }

    /// Decrypts the collected bytes of a stream, and writes them back.
    private mutating func decrypt(_ identifier: Int) {
        guard var pending = streams[identifier]?.pending, pending.position != nil else { return }
        // Otherwise each change would copy the bytes.
        streams[identifier]?.pending = ScatteredBytes()
        switch streams[identifier]?.codec {
        case .h264?:
            VideoSample.decrypt(&pending.bytes, with: cipher)
            pending.restore(pending.bytes.count, to: &held, base: base)
        case .aac?, .ac3?:
            let kind = streams[identifier]?.codec == .aac ? AudioFrame.Kind.adts : .ac3
            pending.restore(AudioFrame.decrypt(&pending.bytes, kinds: [kind], with: cipher), to: &held, base: base)
        case nil: return
        }
        streams[identifier]?.pending = pending
    }
}
