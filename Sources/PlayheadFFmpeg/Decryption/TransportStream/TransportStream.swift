/// A transport stream whose samples are encrypted (Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming").
///
/// What comes out is the same packets, of a clear stream: samples are decrypted where they lie, across packets, and the program map names the
/// types of clear streams. So whatever reads it needs neither key nor knowledge of it.
struct TransportStream: DecryptingStream {
    /// More streams are not looked after; a real one has two or three.
    private static let mostStreams = 16
    /// A picture of more octets is not waited for.
    private static let mostPending = 8 << 20

    private struct Elementary {
        var codec: ProgramTables.Codec
        var pending = ScatteredBytes()
        /// Octets of the PES packet's header that are still to come; `nil` before the first PES packet.
        var headerRest: Int?
    }

    private let cipher: SampleCipher
    /// What was not handed on yet, from `base` of the stream on; packets up to `read` octets of it were looked at.
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
            take(packet)
            read += TransportPacket.size
        }
        return release()
    }

    mutating func finish() -> [UInt8] {
        for identifier in Array(streams.keys) { decrypt(identifier) }
        defer { held = [] }
        return held
    }

    /// Hands on all before what is still waited for.
    private mutating func release() -> [UInt8] {
        var end = base + read
        if let position = association.position { end = min(end, position) }
        for map in maps.values { end = min(end, map.position ?? end) }
        for stream in streams.values { end = min(end, stream.pending.position ?? end) }
        let count = end - base
        // bounded: at most what was read of the held bytes
        let clear = Array(held[..<count])
        // bounded: at most what was read of the held bytes
        held.removeFirst(count)
        base = end
        read -= count
        return clear
    }

    private mutating func take(_ packet: TransportPacket) {
        guard !packet.payload.isEmpty else { return }
        if packet.identifier == 0 {
            collect(packet, into: &association)
            readAssociation()
        } else if var map = maps.removeValue(forKey: packet.identifier) {
            collect(packet, into: &map)
            readMap(&map)
            maps[packet.identifier] = map
        } else if streams[packet.identifier] != nil {
            takePayload(packet)
        }
    }

    // MARK: Tables

    /// Takes the part of a section that a packet holds.
    private func collect(_ packet: TransportPacket, into section: inout ScatteredBytes) {
        var start = packet.payload.lowerBound
        if packet.beginsUnit {
            // What is before the pointer's target ends a section that nobody waits for: those here follow each other.
            section.removeAll()
            start += 1 + Int(held[start])
        } else if section.position == nil {
            return
        }
        guard start < packet.payload.upperBound else { return }
        section.append(held[start..<packet.payload.upperBound], at: base + start)
    }

    private mutating func readAssociation() {
        guard let size = ProgramTables.sectionSize(association.bytes), association.bytes.count >= size else { return }
        // bounded: the guard above has this many bytes
        for identifier in ProgramTables.maps(inAssociation: association.bytes[..<size])
        where maps[identifier] == nil && maps.count < Self.mostStreams {
            maps[identifier] = ScatteredBytes()
        }
        association.removeAll()
    }

    private mutating func readMap(_ map: inout ScatteredBytes) {
        guard let size = ProgramTables.sectionSize(map.bytes), map.bytes.count >= size else { return }
        // bounded: the guard above has this many bytes
        for stream in ProgramTables.declareClear(&map.bytes[..<size]) where streams[stream.identifier]?.codec != stream.codec {
            decrypt(stream.identifier)
            guard streams[stream.identifier] != nil || streams.count < Self.mostStreams else { continue }
            streams[stream.identifier] = Elementary(codec: stream.codec)
        }
        map.restore(size, to: &held, base: base)
        map.removeAll()
    }

    // MARK: Samples

    private mutating func takePayload(_ packet: TransportPacket) {
        let identifier = packet.identifier
        var start = packet.payload.lowerBound
        if packet.beginsUnit {
            let fixed = 9
            guard packet.payload.count >= fixed, held[start...].starts(with: [0, 0, 1]) else {
                decrypt(identifier)
                streams[identifier]?.headerRest = nil
                return
            }
            streams[identifier]?.headerRest = fixed + Int(held[start + 8])
        }
        guard let rest = streams[identifier]?.headerRest else { return }
        let skipped = min(rest, packet.payload.upperBound - start)
        streams[identifier]?.headerRest = rest - skipped
        start += skipped
        let payload = held[start..<packet.payload.upperBound]
        // A picture may be spread over several PES packets.
        if packet.beginsUnit, streams[identifier]?.codec == .h264, payload.isEmpty || VideoSample.beginsUnit(payload) {
            decrypt(identifier)
        }
        streams[identifier]?.pending.append(payload, at: base + start)
        if streams[identifier]?.codec != .h264 || streams[identifier]?.pending.bytes.count ?? 0 > Self.mostPending { decrypt(identifier) }
    }

    /// Decrypts what is there of a stream, and puts it back where it comes from.
    private mutating func decrypt(_ identifier: Int) {
        guard var pending = streams[identifier]?.pending, pending.position != nil else { return }
        // Otherwise each change would copy it.
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
