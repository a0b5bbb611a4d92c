import Testing

@testable import PlayheadFFmpeg

@Suite("The tables and timed ID3 of transport streams")
struct TransportStreamWatchTests {
    private let map = 0x100
    private var watch = TransportStreamWatch()
    private var place: Int64 = 0

    /// A tag with `size` bytes after its header.
    private func tag(_ size: Int, _ fill: UInt8 = 1) -> [UInt8] {
        [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, UInt8(size >> 7), UInt8(size & 0x7F)] + [UInt8](repeating: fill, count: size)
    }

    private func section(_ table: UInt8, _ body: [UInt8]) -> [UInt8] {
        let bytes = [table, 0xB0, UInt8(body.count + 4)] + body
        let sum = ProgramTables.checksum32(bytes)
        return bytes + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) }
    }

    private func packets(_ bytes: [UInt8], identifier: Int) -> [UInt8] {
        var rest = bytes[...]
        var result: [UInt8] = []
        while !rest.isEmpty {
            let start: UInt8 = result.isEmpty ? 0x40 : 0
            let payload = rest.prefix(184)
            rest = rest.dropFirst(184)
            let stuffing = 184 - payload.count
            let field: [UInt8] = stuffing == 0 ? [] : [UInt8(stuffing - 1)] + (stuffing > 1 ? [0] : [])
            let filling = [UInt8](repeating: 0xFF, count: max(0, stuffing - 2))
            result +=
                [0x47, start | UInt8(identifier >> 8), UInt8(identifier & 255), stuffing == 0 ? 0x10 : 0x30] + field + filling + payload
        }
        return result
    }

    private var association: [UInt8] { packets([0] + section(0, [0, 1, 0xC1, 0, 0, 0, 1, 0xE1, 0]), identifier: 0) }

    private func program(_ streams: [(type: UInt8, identifier: Int)]) -> [UInt8] {
        let entries = streams.flatMap { type, identifier in
            [type, 0xE0 | UInt8(identifier >> 8), UInt8(identifier & 255), 0xF0, 0] as [UInt8]
        }
        return packets([0] + section(2, [0, 1, 0xC1, 0, 0, 0xE1, 1, 0xF0, 0] + entries), identifier: map)
    }

    /// A PES packet, with a time in ticks unless it is `nil`.
    private func unit(_ payload: [UInt8], at time: UInt8?, hasLength: Bool = true) -> [UInt8] {
        let header: [UInt8] = time.map { [0x84, 0x80, 5, 0x21, 0, 1, 0, UInt8($0 << 1) | 1] } ?? [0x80, 0, 0]
        let length = hasLength ? header.count + payload.count : 0
        return [0, 0, 1, 0xBD, UInt8(length >> 8), UInt8(length & 255)] + header + payload
    }

    @discardableResult
    private mutating func feed(_ bytes: [UInt8]) -> TransportStreamWatch.Rest? {
        defer { place += Int64(bytes.count) }
        return bytes.withUnsafeBufferPointer { watch.consume($0, at: place) }
    }

    @Test(
        "A tag is complete, with and without an access unit header, whatever the pieces in which it is read", arguments: [0, 5],
        [1, 100, 188, 4000])
    mutating func whole(header: Int, step: Int) {
        let payload = [UInt8](repeating: 0xF, count: header) + tag(300)
        let bytes = association + program([(0x1B, 257), (0x15, 258)]) + packets(unit(payload, at: 7), identifier: 258)
        for start in stride(from: 0, to: bytes.count, by: step) { feed(Array(bytes[start..<min(start + step, bytes.count)])) }
        let tags = watch.takeTags()
        #expect(tags.map(\.bytes) == [tag(300)] && tags.map(\.time) == [7])
        #expect(watch.takeTags().isEmpty)
    }

    @Test("Several tags in a packet, tags over several packets, and several streams")
    mutating func several() {
        feed(association + program([(0x15, 258), (0x15, 259)]))
        feed(packets(unit(tag(10) + tag(20, 2), at: 1), identifier: 258))
        let long = tag(500, 3)
        feed(packets(unit(Array(long[..<200]), at: 2), identifier: 259))
        feed(packets(unit(Array(long[200...]) + tag(4, 4), at: nil), identifier: 259))
        // Without a length a packet ends where the next one begins, or at the end.
        feed(packets(unit(tag(5, 5), at: 3, hasLength: false), identifier: 258))
        watch.finish()
        let tags = watch.takeTags()
        #expect(tags.map(\.time) == [1, 1, 3, 2, 2])
        #expect(tags.map(\.bytes) == [tag(10), tag(20, 2), tag(5, 5), long, tag(4, 4)])
    }

    @Test("Tags are taken up to a position; those that are read again are not doubled, and those that a seek passes are dropped")
    mutating func positions() {
        feed(association + program([(0x15, 258)]))
        let first = packets(unit(tag(10), at: 1), identifier: 258)
        let second = packets(unit(tag(20), at: 2), identifier: 258)
        let start = place
        feed(first + second + first)
        #expect(watch.takeTags(upTo: start - 1).isEmpty)
        #expect(watch.takeTags(upTo: start).map(\.time) == [1])
        place = start + 188
        feed(second + first)
        #expect(watch.takeTags().map(\.time) == [2, 1])
        place = start
        feed(first + second)
        watch.dropTags(before: start + 1)
        #expect(watch.takeTags().map(\.time) == [2])
    }

    @Test("The tags of a rest are those of the next stream")
    mutating func restOfTags() throws {
        let tags = [UInt8(1), 2].map { packets(unit(tag(10), at: $0), identifier: 258) }
        feed(association + program([(0x1B, 257), (0x15, 258)]) + tags[0])
        let rest = try #require(feed(tags[0] + program([(0x1B, 280), (0x15, 258)]) + tags[1]))
        watch.finishBeforeRest()
        #expect(watch.takeTags().map(\.time) == [1, 1])
        #expect(rest.count == 376)
    }

    @Test("The listed streams are those of the present program map; a damaged map changes nothing")
    mutating func listing() {
        #expect(watch.lists(257))
        // Three packets are needed to recognize the stream.
        feed(association + program([(0x1B, 257), (0x0F, 258)]) + packets([UInt8](repeating: 0, count: 184), identifier: 300))
        #expect(watch.lists(257) && watch.lists(258) && !watch.lists(259))
        var damaged = program([(0x1B, 257)])
        damaged[187] ^= 1
        feed(damaged)
        #expect(watch.lists(258))
        let change = place
        feed(program([(0x1B, 257)]))
        #expect(watch.lists(257) && !watch.lists(258))
        // Packets before the change are demuxed after it was read.
        #expect(watch.lists(258, at: change - 1) && !watch.lists(258, at: change))
    }

    @Test("A stream ends before the tables that replace its video stream; other changes of the tables do not end it")
    mutating func rest() throws {
        let filler = packets([UInt8](repeating: 0, count: 184), identifier: 300)
        #expect(feed(association + program([(0x1B, 257)]) + filler) == nil)
        #expect(feed(program([(0x1B, 257), (0x0F, 258)])) == nil)
        let before = place
        let next = association + program([(0x1B, 280)]) + filler
        let rest = try #require(feed(filler + next))
        #expect(rest.bytes == next && rest.count == next.count - 188 && rest.position == before + 188)
    }

    @Test("Tags and packets without an end stay below the limit; bytes of other formats are not kept")
    mutating func bounds() {
        feed(association + program([(0x15, 258)]))
        for _ in 0..<3 {
            feed(packets(unit(tag(0x3FFF) + [UInt8](repeating: 0, count: 3_000_000), at: 1, hasLength: false), identifier: 258))
        }
        feed(packets([0, 0, 1, 0xBD, 0, 0, 0x80, 0x80, 255], identifier: 258))
        watch.finish()
        #expect(watch.takeTags().reduce(0) { $0 + $1.bytes.count } <= 1 << 20)
        var number: UInt32 = 5
        func random() -> UInt8 {
            number = number &* 1_664_525 &+ 1_013_904_223
            return UInt8(number >> 24)
        }
        for _ in 0..<2000 { feed((0..<188).map { _ in random() }) }
        watch.finish()
        var other = TransportStreamWatch()
        [UInt8](repeating: 1, count: 2000).withUnsafeBufferPointer { _ = other.consume($0, at: 0) }
        #expect(other.takeTags().isEmpty && other.lists(1))
    }
}
