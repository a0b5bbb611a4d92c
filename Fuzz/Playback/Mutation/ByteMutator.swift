import TestSupport

/// Mutates media: bytes, ranges, and the numbers after box names.
enum ByteMutator {
    private static let boxes = [
        "moov", "mvhd", "mdhd", "tkhd", "elst", "stts", "ctts", "stsc", "stsz", "stco", "stss", "trun", "tfhd", "tfdt", "mfhd", "sidx",
        "emsg",
        "senc", "saiz", "saio", "pssh", "tenc", "avcC", "esds", "hdlr", "dref", "chpl", "moof", "mdat", "data",
    ]

    /// Mutates `bytes` in some places.
    static func mutate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...random.below(random.oneIn(4) ? 40 : 4) where !bytes.isEmpty { change(&bytes, &random) }
        return bytes
    }

    private static func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        // The beginning contains most of the structure.
        let reach = random.oneIn(2) ? bytes.count : min(bytes.count, 2048)
        let place = random.below(reach)
        let length = min(bytes.count - place, 1 + random.below(random.oneIn(3) ? 2000 : 16))
        switch random.below(14) {
        case 0, 1: bytes[place] ^= 1 << UInt8(random.below(8))
        case 2: bytes[place] = UInt8(random.below(256))
        case 3: for index in place..<(place + length) { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
        case 4: for index in place..<(place + length) { bytes[index] = random.oneIn(2) ? 0 : 0xFF }
        case 5: bytes.removeSubrange(place..<(place + length))
        case 6: bytes.removeLast(bytes.count - place)
        case 7: bytes.insert(contentsOf: bytes[place..<(place + length)], at: random.below(bytes.count))
        case 8: bytes.insert(contentsOf: (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }, at: place)
        case 9, 10: put(extreme(&random), into: &bytes, at: place, size: [2, 4, 8][random.below(3)])
        case 11, 12: changeBox(&bytes, &random)
        default: changePacket(&bytes, &random)
        }
    }

    private static func extreme(_ random: inout SeededGenerator) -> UInt64 {
        [
            0, 1, 2, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, .max,
            0x1_FFFF_FFFF, random.next(),
        ][random.below(15)]
    }

    /// Writes a number in big-endian order.
    private static func put(_ value: UInt64, into bytes: inout [UInt8], at place: Int, size: Int) {
        for index in 0..<size where place + index < bytes.count {
            bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * (size - 1 - index)))
        }
    }

    /// Changes the size of a box, or one of its first numbers.
    private static func changeBox(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let name = Array(boxes[random.below(boxes.count)].utf8)
        let found = bytes.indices.dropLast(3).filter { bytes[$0] == name[0] && Array(bytes[$0..<($0 + 4)]) == name }
        guard !found.isEmpty else { return }
        let place = found[random.below(found.count)] + 4 * (random.below(8) - 1)
        guard place >= 0 else { return }
        put(extreme(&random), into: &bytes, at: place, size: random.oneIn(2) ? 4 : 8)
    }

    /// Drops, duplicates or changes the header of a transport stream packet.
    private static func changePacket(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let size = 188
        guard bytes.count >= 2 * size, bytes[0] == 0x47 else { return }
        let place = random.below(bytes.count / size) * size
        switch random.below(4) {
        case 0: bytes.removeSubrange(place..<(place + size))
        case 1: bytes.insert(contentsOf: bytes[place..<(place + size)], at: place)
        default: bytes[place + random.below(24)] = UInt8(truncatingIfNeeded: random.next())
        }
    }
}
