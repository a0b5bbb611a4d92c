/// Rewrites a clear transport stream with its samples encrypted.
struct TransportEncryptor {
    /// A stream of the program, with the type to write.
    private struct Stream {
        var type: UInt8
        var identifier: Int
    }

    /// A PES packet, with its clock reference.
    private struct Unit {
        var identifier: Int
        var bytes: [UInt8]
        var clock: [UInt8]?
    }

    private static let mapIdentifier = 0x1000

    private let encryptor: SampleEncryptor
    /// The sizes of the AC-3 and E-AC-3 frames, in order.
    private var frameSizes: ArraySlice<Int>
    /// Whether the stream types signal encryption.
    private let declares: Bool
    /// The maximum size in bytes of a PES packet of video, if it is to be divided into several.
    private let maximumUnitLength: Int
    /// The maximum number of bytes of a PES packet in its first transport packet.
    private let maximumStartLength: Int

    private var counters: [Int: UInt8] = [:]
    private var output: [UInt8] = []

    init(
        _ encryptor: SampleEncryptor, frameSizes: [Int] = [], declares: Bool = true, maximumUnitLength: Int = .max,
        maximumStartLength: Int = .max
    ) {
        self.encryptor = encryptor
        self.frameSizes = frameSizes[...]
        self.declares = declares
        self.maximumUnitLength = maximumUnitLength
        self.maximumStartLength = maximumStartLength
    }

    /// Returns the encrypted stream.
    mutating func encrypt(_ clear: [UInt8]) throws -> [UInt8] {
        output = []
        counters = [:]
        let (streams, units) = Self.read(clear)
        let declared: [UInt8: UInt8] = [0x1B: 0xDB, 0x0F: 0xCF, 0x81: 0xC1, 0x87: 0xC2]
        writeTables(streams.map { Stream(type: declares ? declared[$0.type] ?? $0.type : $0.type, identifier: $0.identifier) })
        for unit in units {
            guard let type = streams.first(where: { $0.identifier == unit.identifier })?.type else { continue }
            let header = 9 + Int(unit.bytes[8])
            let content = Array(unit.bytes[header...])
            switch type {
            case 0x1B:
                let secret = try encryptor.video(content)
                var rest = secret[...]
                repeat {
                    var bytes = Array(unit.bytes[..<header]) + rest.prefix(maximumUnitLength)
                    // The length is 0 (unbounded), which is allowed for video.
                    (bytes[4], bytes[5]) = (0, 0)
                    write(bytes, identifier: unit.identifier, clock: rest.count == secret.count ? unit.clock : nil)
                    rest = rest.dropFirst(maximumUnitLength)
                } while !rest.isEmpty
            case 0x0F:
                write(unit.bytes[..<header] + (try encryptor.adts(content)), identifier: unit.identifier, clock: unit.clock)
            default:
                // FFmpeg does not divide a frame among PES packets.
                var frames: [(size: Int, header: Int)] = []
                var size = 0
                while size < content.count, let next = frameSizes.popFirst() {
                    frames.append((next, 0))
                    size += next
                }
                write(
                    unit.bytes[..<header] + (try encryptor.audio(content, frames: frames)), identifier: unit.identifier, clock: unit.clock)
            }
        }
        return output
    }

    // MARK: Reading

    private static func read(_ clear: [UInt8]) -> (streams: [Stream], units: [Unit]) {
        var streams: [Stream] = []
        var mapIdentifier: Int?
        var units: [Unit] = []
        var current: [Int: Int] = [:]
        for start in stride(from: 0, to: clear.count - 187, by: 188) {
            let packet = Array(clear[start..<start + 188])
            let identifier = (Int(packet[1]) & 31) * 256 + Int(packet[2])
            let begins = packet[1] & 64 != 0
            let adaptation = packet[3] & 32 != 0 ? 1 + Int(packet[4]) : 0
            guard packet[3] & 16 != 0, adaptation < 184 else { continue }
            let payload = Array(packet[(4 + adaptation)...])
            if identifier == 0 {
                mapIdentifier = (Int(payload[11]) & 31) * 256 + Int(payload[12])
            } else if identifier == mapIdentifier {
                streams = readMap(Array(payload[1...]))
            } else if streams.contains(where: { $0.identifier == identifier }) {
                if begins {
                    current[identifier] = units.count
                    let hasClock = adaptation >= 8 && packet[5] & 16 != 0
                    units.append(Unit(identifier: identifier, bytes: payload, clock: hasClock ? Array(packet[6..<12]) : nil))
                } else if let index = current[identifier] {
                    units[index].bytes += payload
                }
            }
        }
        return (streams, units)
    }

    private static func readMap(_ section: [UInt8]) -> [Stream] {
        let end = 3 + (Int(section[1]) & 15) * 256 + Int(section[2]) - 4
        var index = 12 + (Int(section[10]) & 15) * 256 + Int(section[11])
        var streams: [Stream] = []
        while index + 5 <= end {
            streams.append(Stream(type: section[index], identifier: (Int(section[index + 1]) & 31) * 256 + Int(section[index + 2])))
            index += 5 + (Int(section[index + 3]) & 15) * 256 + Int(section[index + 4])
        }
        return streams
    }

    // MARK: Writing

    private mutating func writeTables(_ streams: [Stream]) {
        func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
        func section(_ table: UInt8, _ body: [UInt8]) -> [UInt8] {
            let bytes = [table] + word(0xB000 + body.count + 4) + body
            let sum = Self.checksum(bytes)
            return [0] + bytes + [24, 16, 8, 0].map { UInt8(sum >> $0 & 255) }
        }
        let version: [UInt8] = [0, 1, 0xC1, 0, 0]
        writePacket(section(0, version + [0, 1] + word(0xE000 + Self.mapIdentifier)), identifier: 0, begins: true, clock: nil)
        let clock = streams.first?.identifier ?? 0
        let entries = streams.flatMap { [$0.type] + word(0xE000 + $0.identifier) + word(0xF000) }
        let map = section(2, version + word(0xE000 + clock) + word(0xF000) + entries)
        writePacket(map, identifier: Self.mapIdentifier, begins: true, clock: nil)
    }

    private mutating func write(_ bytes: [UInt8], identifier: Int, clock: [UInt8]?) {
        var rest = bytes[...]
        var clock = clock
        var begins = true
        while !rest.isEmpty {
            let room = min(clock == nil ? 184 : 176, begins ? maximumStartLength : .max)
            writePacket(Array(rest.prefix(room)), identifier: identifier, begins: begins, clock: clock)
            rest = rest.dropFirst(room)
            (begins, clock) = (false, nil)
        }
    }

    private mutating func writePacket(_ payload: [UInt8], identifier: Int, begins: Bool, clock: [UInt8]?) {
        let counter = counters[identifier, default: 0]
        counters[identifier] = (counter + 1) & 15
        // Sections are padded after their content, all other payloads by an adaptation field.
        let isSection = identifier == 0 || identifier == Self.mapIdentifier
        let fill = isSection ? 0 : 184 - payload.count
        output += [0x47, (begins ? 64 : 0) | UInt8(identifier >> 8), UInt8(identifier & 255), (fill > 0 ? 0x30 : 0x10) | counter]
        if fill > 0 {
            var field: [UInt8] = clock.map { [0x10] + $0 } ?? [0]
            field += [UInt8](repeating: 0xFF, count: max(0, fill - 1 - field.count))
            output += [UInt8(fill - 1)] + field.prefix(fill - 1)
        }
        output += payload
        if isSection { output += [UInt8](repeating: 0xFF, count: 184 - payload.count) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum >> 31 * 0x04C1_1DB7) }
        }
    }
}
