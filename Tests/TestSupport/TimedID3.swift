/// Adds a stream of timed ID3 to transport streams: an entry in each program map, and tags.
package enum TimedID3 {
    private static let packetSize = 188
    private static let identifier = 0x1F0
    /// An entry of the program map with a metadata descriptor (ISO/IEC 13818-1 §2.6.60) of the format "ID3 ".
    private static let entry: [UInt8] =
        [0x15, 0xE1, 0xF0, 0xF0, 0x0F, 0x26, 0x0D, 0xFF, 0xFF] + Array("ID3 ".utf8) + [0xFF] + Array("ID3 ".utf8) + [0x00, 0x0F]

    /// Returns an ID3v2.4 tag with a title.
    package static func tag(title: String) -> [UInt8] {
        func size(_ value: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) } }
        let content = [3] + Array(title.utf8)
        let frame = Array("TIT2".utf8) + size(content.count) + [0, 0] + content
        return Array("ID3".utf8) + [4, 0, 0] + size(frame.count) + frame
    }

    /// Returns a transport stream with `tag` behind each program map; other bytes are returned unchanged.
    package static func added(to bytes: [UInt8], tag: [UInt8]) -> [UInt8] {
        guard bytes.count.isMultiple(of: packetSize), bytes.first == 0x47 else { return bytes }
        let packets = stride(from: 0, to: bytes.count, by: packetSize).map { Array(bytes[$0..<$0 + packetSize]) }
        guard let time = packets.lazy.compactMap(time).first else { return bytes }
        var result: [UInt8] = []
        for packet in packets {
            let map = programMap(packet)
            result += map ?? packet
            if map != nil { result += tagPackets(of: tag, at: time + UInt64(result.count % 5) * 9000) }
        }
        return result
    }

    /// Returns a transport stream with a tag before pictures.
    /// - Parameters:
    ///   - bytes: A transport stream with video.
    ///   - step: The distance of tags, in seconds.
    ///   - tag: Returns the bytes of a tag by its number.
    /// - Returns: The stream, and the times of the tags in seconds from the first picture on.
    package static func added(to bytes: [UInt8], every step: Double, tag: (Int) -> [UInt8]) -> (bytes: [UInt8], times: [Double]) {
        let ticks = 90_000.0
        var result: [UInt8] = []
        var first: UInt64?
        var times: [Double] = []
        for place in stride(from: 0, to: bytes.count - packetSize + 1, by: packetSize) {
            let packet = Array(bytes[place..<place + packetSize])
            if isPicture(packet), let stamp = time(packet) {
                let start = first ?? stamp
                first = start
                let seconds = (Double(stamp) - Double(start)) / ticks
                if seconds >= Double(times.count) * step {
                    result += tagPackets(of: tag(times.count), at: stamp)
                    times.append(seconds)
                }
            }
            result += programMap(packet) ?? packet
        }
        return (result, times)
    }

    /// Whether a PES packet of video begins in the packet.
    private static func isPicture(_ packet: [UInt8]) -> Bool {
        let start = packet[3] & 0x20 == 0 ? 4 : 5 + Int(packet[4])
        return packet[1] & 0x40 != 0 && start + 4 <= packetSize && packet[start + 3] & 0xF0 == 0xE0
    }

    /// Returns a packet with the longer program map; `nil` if the packet contains none.
    private static func programMap(_ packet: [UInt8]) -> [UInt8]? {
        // A payload without an adaptation field that begins with a table of the kind 2.
        guard packet[1] & 0x40 != 0, packet[3] & 0x30 == 0x10, packet[4] == 0, packet[5] == 2 else { return nil }
        let length = Int(packet[6] & 0x0F) << 8 | Int(packet[7])
        let end = 8 + length - 4
        guard end > 8, end + entry.count + 4 <= packetSize else { return nil }
        var section = Array(packet[5..<end]) + entry
        let longer = length + entry.count
        (section[1], section[2]) = (packet[6] & 0xF0 | UInt8(longer >> 8), UInt8(longer & 255))
        let checksum = checksum(of: section)
        section += [24, 16, 8, 0].map { UInt8(checksum >> $0 & 255) }
        let whole = Array(packet[..<5]) + section
        return whole + [UInt8](repeating: 0xFF, count: packetSize - whole.count)
    }

    /// The checksum of tables (CRC-32 of ISO/IEC 13818-1 Annex A).
    private static func checksum(of section: [UInt8]) -> UInt32 {
        section.reduce(0xFFFF_FFFF) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
        }
    }

    /// The time of a packet at which a unit begins, in ticks of 90 kHz.
    private static func time(_ packet: [UInt8]) -> UInt64? {
        let start = packet[3] & 0x20 == 0 ? 4 : 5 + Int(packet[4])
        guard packet[1] & 0x40 != 0, start + 14 <= packetSize, Array(packet[start..<start + 3]) == [0, 0, 1], packet[start + 7] & 0x80 != 0
        else { return nil }
        let field = packet[start + 9..<start + 14].map { UInt64($0) }
        return (field[0] & 0x0E) << 29 | field[1] << 22 | (field[2] & 0xFE) << 14 | field[3] << 7 | field[4] >> 1
    }

    private static func tagPackets(of tag: [UInt8], at time: UInt64) -> [UInt8] {
        let stamp: [UInt8] = [
            0x21 | UInt8(time >> 29 & 0x0E), UInt8(time >> 22 & 255), 1 | UInt8(time >> 14 & 0xFE), UInt8(time >> 7 & 255),
            1 | UInt8(time << 1 & 0xFE),
        ]
        let length = 8 + tag.count
        var rest = ([0, 0, 1, 0xBD, UInt8(length >> 8), UInt8(length & 255), 0x84, 0x80, 5] + stamp + tag)[...]
        var packets: [UInt8] = []
        while !rest.isEmpty {
            let start: UInt8 = packets.isEmpty ? 0x40 : 0
            let counter = UInt8(packets.count / packetSize & 15)
            let head = [0x47, start | UInt8(identifier >> 8), UInt8(identifier & 255)]
            let payload = rest.prefix(packetSize - 4)
            rest = rest.dropFirst(payload.count)
            let stuffing = packetSize - 4 - payload.count
            // An adaptation field fills the last packet.
            let field: [UInt8] =
                stuffing == 0 ? [] : [UInt8(stuffing - 1)] + (stuffing > 1 ? [0] + [UInt8](repeating: 0xFF, count: stuffing - 2) : [])
            packets += head + [(stuffing == 0 ? 0x10 : 0x30) | counter] + field + payload
        }
        return packets
    }
}
