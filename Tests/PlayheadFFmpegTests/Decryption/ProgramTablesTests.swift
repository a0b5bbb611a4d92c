import Testing

@testable import PlayheadFFmpeg

@Suite("Program tables of encrypted transport streams")
struct ProgramTablesTests {
    private func section(_ table: UInt8, _ body: [UInt8]) -> [UInt8] {
        let size = body.count + 4
        let bytes = [table, 0xB0 | UInt8(size >> 8), UInt8(size & 255)] + body
        let sum = ProgramTables.checksum32(bytes)
        return bytes + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) }
    }

    private func map(_ streams: [(type: UInt8, identifier: UInt8)], information: Int = 0) -> [UInt8] {
        let descriptor: [UInt8] = information > 2 ? [5, UInt8(information - 2)] + [UInt8](repeating: 1, count: information - 2) : []
        var body: [UInt8] = [0, 1, 0xC1, 0, 0, 0xE1, 0, 0xF0, 0]
        for stream in streams { body += [stream.type, 0xE1, stream.identifier, 0xF0, UInt8(descriptor.count)] + descriptor }
        return section(2, body)
    }

    /// Packets of 188 octets.
    private func packets(_ section: [UInt8], identifier: Int) -> [[UInt8]] {
        var rest = ([0] + section)[...]
        var packets: [[UInt8]] = []
        while !rest.isEmpty {
            let start: UInt8 = packets.isEmpty ? 0x40 : 0
            let head: [UInt8] = [0x47, start | UInt8(identifier >> 8), UInt8(identifier & 255), 0x10 | UInt8(packets.count)]
            let payload = rest.prefix(184)
            rest = rest.dropFirst(184)
            packets.append(head + payload + [UInt8](repeating: 0xFF, count: 184 - payload.count))
        }
        return packets
    }

    private let association: [UInt8] = [0, 1, 0xC1, 0, 0, 0, 0, 0xE0, 0x10, 0, 1, 0xF0, 0x00]

    @Test("the checksum is that of the standard")
    func checksum() {
        // The check value of CRC-32/MPEG-2.
        #expect(ProgramTables.checksum32("123456789".utf8) == 0x0376_E6E7)
    }

    @Test("encrypted types become clear ones, and the checksum is right")
    func types() {
        let original = map([(0xDB, 1), (0xCF, 2), (0xC1, 3), (0xC2, 4), (0x0F, 5), (0x15, 6)], information: 5)
        var section = original[...]
        let streams = ProgramTables.declareClear(&section)
        #expect(streams.map(\.identifier) == [0x101, 0x102, 0x103, 0x104])
        #expect(streams.map(\.codec) == [.h264, .aac, .ac3, .ac3])
        #expect(Array(section) == map([(0x1B, 1), (0x0F, 2), (0x81, 3), (0x87, 4), (0x0F, 5), (0x15, 6)], information: 5))
        #expect(ProgramTables.checksum32(section) == 0)
    }

    @Test("without declared types, all suitable streams are assumed to be encrypted")
    func undeclared() {
        let original = map([(0x1B, 1), (0x0F, 2), (0x15, 3)])
        var section = original[...]
        #expect(ProgramTables.declareClear(&section).map(\.identifier) == [0x101, 0x102])
        #expect(Array(section) == original)
    }

    @Test("the network's table is not that of a program")
    func programs() { #expect(ProgramTables.maps(inAssociation: section(0, association)[...]) == [0x1000]) }

    @Test("a map is changed in all of its interleaved packets")
    func spread() throws {
        let before = packets(map([(0xDB, 1), (0xCF, 2), (0xCF, 3)], information: 120), identifier: 0x1000)
        let after = packets(map([(0x1B, 1), (0x0F, 2), (0x0F, 3)], information: 120), identifier: 0x1000)
        #expect(before.count == 3)
        let start = packets(section(0, association), identifier: 0).flatMap { $0 }
        let null: [UInt8] = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0, count: 184)
        let cipher = SegmentCipher(.samples, key: BlockCipherTests.key128, vector: BlockCipherTests.vector)
        let ours = try SegmentDecryptor.decrypt(start + before.flatMap { $0 + null }, with: cipher)
        #expect((ours == start + after.flatMap { $0 + null }) as Bool)
    }

    /// Returns a stream whose map ends in a packet in which another section begins, or follows another section in its packet.
    private func shared(_ map: [UInt8], isLast: Bool) -> [UInt8] {
        let other = section(0xC0, [UInt8](repeating: 7, count: 20))
        func packet(_ pointer: Int, _ content: ArraySlice<UInt8>, _ counter: UInt8) -> [UInt8] {
            let bytes: [UInt8] = [0x47, 0x50, 0x00, 0x10 | counter, UInt8(pointer)] + content
            return bytes + [UInt8](repeating: 0xFF, count: 188 - bytes.count)
        }
        let start = packets(section(0, association), identifier: 0).flatMap { $0 }
        if isLast { return start + packet(0, (other + map)[...], 0) }
        let size = 183
        return start + packet(0, map[..<size], 0) + packet(map.count - size, map[size...] + other, 1)
    }

    @Test("a map is found beside another section in its packet", arguments: [true, false])
    func neighbours(isLast: Bool) throws {
        let information = isLast ? 10 : 70
        let before = shared(map([(0xDB, 1), (0xCF, 2), (0xCF, 3)], information: information), isLast: isLast)
        let after = shared(map([(0x1B, 1), (0x0F, 2), (0x0F, 3)], information: information), isLast: isLast)
        let cipher = SegmentCipher(.samples, key: BlockCipherTests.key128, vector: BlockCipherTests.vector)
        #expect((try SegmentDecryptor.decrypt(before, with: cipher) == after) as Bool)
    }

    @Test("damaged sections are read as far as possible", arguments: 0..<60)
    func damage(count: Int) {
        var section = map([(0xDB, 1), (0xCF, 2)], information: 20).prefix(count)
        _ = ProgramTables.declareClear(&section)
        #expect(section.count == min(count, map([(0xDB, 1), (0xCF, 2)], information: 20).count))
        #expect(ProgramTables.maps(inAssociation: self.section(0, association).prefix(count)).count <= 1)
        var lying = map([(0xDB, 1), (0xCF, 2)], information: 20)
        lying[min(count, lying.count - 1)] = 0xFF
        #expect(ProgramTables.declareClear(&lying[...]).count <= 2)
    }
}
