import PlayheadCore
import PlayheadFFmpeg
import Testing

@testable import PlayheadEngine

@Suite("Packets of a track", .enabled(if: Samples.areThere))
struct TrackBufferTests {
    private func filled(to end: Double, interval: Int = 25) async throws -> TrackBuffer {
        var buffer = TrackBuffer()
        for packet in try await TestPackets().run(to: end, interval: interval) { buffer.append(packet) }
        return buffer
    }

    private func take(_ count: Int, of buffer: inout TrackBuffer) {
        for _ in 0..<count { _ = buffer.next() }
    }

    @Test("Packets are returned in the order in which they were appended")
    func order() async throws {
        var buffer = try await filled(to: 2)
        var times: [Double] = []
        while let packet = buffer.next() { times.append(packet.time) }
        #expect(times.count == 50 && times == times.sorted())
        #expect(buffer.forwardBytes == 0 && buffer.bytes == 50 * (100 + Packet.overhead))
        #expect(!buffer.hasNext)
    }

    @Test("The latest time up to another one belongs to a packet that is not decoded", arguments: [(0.03, 0), (0.041, 0.04), (9, 1.96)])
    func latest(time: Double, expected: Double) async throws {
        var buffer = try await filled(to: 2)
        #expect(abs(try #require(buffer.latest(upTo: time)) - expected) < 0.001)
        take(50, of: &buffer)
        #expect(buffer.latest(upTo: time) == nil)
    }

    @Test("Pictures behind the end of their period do not extend it, and the last one before it is whole")
    func period() async throws {
        let stream = try #require(try await TestPackets().run(to: 1).first).format.stream
        let format = TrackFormat(stream: stream, offset: 0, visibleUntil: 0.99)
        var buffer = TrackBuffer()
        for time in [0.92, 1.04, 0.96, 1.0] {
            buffer.append(MediaPacket(format: format, time: time, duration: 0.04, size: 100, isKey: false))
        }
        #expect(buffer.end == 1)
    }

    @Test("An empty buffer has neither start nor end")
    func empty() {
        var buffer = TrackBuffer()
        let (next, isThere, boundary) = (buffer.next(), buffer.seek(to: 0, preroll: 0, slack: 0.3), buffer.cut(from: 0))
        buffer.trim(before: 10)
        #expect(buffer.start == nil && buffer.end == nil && buffer.latest == nil)
        #expect(next == nil && !isThere && boundary == nil)
    }

    @Test("A seek moves to the key packet at or before the time", arguments: [0.0, 0.5, 1.0, 1.99, 2.96])
    func seek(time: Double) async throws {
        var buffer = try await filled(to: 3)
        take(60, of: &buffer)
        let isThere = buffer.seek(to: time, preroll: 0, slack: 0.001)
        let next = buffer.next()
        let packet = try #require(next)
        #expect(isThere)
        #expect(packet.isKey && abs(packet.time - time.rounded(.down)) < 0.001)
    }

    @Test("Decoding does not begin at a key picture that may be shown after the target, and trimming keeps the group before it")
    func delayedKeys() async throws {
        let packets = try await TestPackets()
        var buffer = TrackBuffer()
        for index in 0..<100 {
            let isKey = index % 25 == 0
            buffer.append(try packets.make(Double(index) * 0.04, isKey: isKey, isDelayed: isKey && index > 0))
        }
        take(100, of: &buffer)
        for (time, expected) in [(0.0, 0.0), (1.2, 0.0), (1.5, 1.0), (3.2, 2.0), (3.9, 3.0)] {
            let isThere = buffer.seek(to: time, preroll: 0, slack: 0.001)
            let next = buffer.next()
            #expect(isThere && abs((next?.time ?? -1) - expected) < 0.001, "\(time)")
        }
        take(100, of: &buffer)
        buffer.trim(before: 1.2)
        #expect(buffer.start == 0)
        buffer.trim(before: 1.5)
        #expect(abs((buffer.start ?? 0) - 1) < 0.001)
        let (isBefore, isBehind) = (buffer.seek(to: 1.2, preroll: 0, slack: 0.001), buffer.seek(to: 1.5, preroll: 0, slack: 0.001))
        #expect(!isBefore && isBehind)
    }

    @Test("A seek outside the buffer changes nothing")
    func seekOutside() async throws {
        var buffer = TrackBuffer()
        for packet in try await TestPackets().run(5, to: 8) { buffer.append(packet) }
        take(30, of: &buffer)
        for time in [4.9, 8.1, -1, .nan, .infinity] {
            let isThere = buffer.seek(to: time, preroll: 0, slack: 0.001)
            #expect(!isThere, "\(time)")
        }
        let next = buffer.next()
        #expect(abs((next?.time ?? 0) - 6.2) < 0.001)
        buffer.isComplete = true
        let isThere = buffer.seek(to: 100, preroll: 0, slack: 0.001)
        let last = buffer.next()
        #expect(isThere && abs((last?.time ?? 0) - 7) < 0.001)
    }

    @Test("Trimming keeps the group of pictures at the time, and packets that are not decoded")
    func trim() async throws {
        var buffer = try await filled(to: 10)
        take(150, of: &buffer)
        buffer.trim(before: 3.5)
        #expect(abs((buffer.start ?? 0) - 3) < 0.001)
        buffer.trim(before: 2)
        #expect(abs((buffer.start ?? 0) - 3) < 0.001)
        buffer.trim(before: 100)
        #expect(abs((buffer.start ?? 0) - 5) < 0.001)
        let next = buffer.next()
        #expect(abs((next?.time ?? 0) - 6) < 0.001)
        #expect(buffer.bytes == 125 * (100 + Packet.overhead) && buffer.count == 125)
    }

    @Test("What is kept behind the cursor has a limit of bytes, whole groups of pictures if they are small", arguments: [1, 25])
    func trimBytes(groups: Int) async throws {
        let packets = try await TestPackets()
        var buffer = TrackBuffer()
        let (seconds, rate) = (100, 25)
        for index in 0..<seconds * rate {
            buffer.append(try packets.make(Double(index) / Double(rate), isKey: index % (seconds * rate / groups) == 0))
        }
        let each = buffer.bytes / buffer.count
        let limit = each * 200
        for _ in 0..<seconds * rate {
            _ = buffer.next()
            buffer.trim(before: 0, keeping: limit)
            #expect(buffer.bytes - buffer.forwardBytes <= 2 * limit + each)
        }
        #expect(buffer.bytes >= limit && buffer.forwardBytes == 0 && buffer.bytes == buffer.count * each)
        let isThere = buffer.seek(to: buffer.start ?? 0, preroll: 0, slack: 0.001)
        #expect(isThere == (groups > 1))
    }

    @Test("Trimming and seeking stay consistent after a seek back")
    func trimAfterSeek() async throws {
        var buffer = try await filled(to: 20)
        take(400, of: &buffer)
        buffer.trim(before: 4.2)
        let isThere = buffer.seek(to: 6.5, preroll: 0, slack: 0.001)
        #expect(isThere)
        buffer.trim(before: 5.5)
        #expect(abs((buffer.start ?? 0) - 5) < 0.001)
        take(100, of: &buffer)
        buffer.trim(before: 9.9)
        #expect(abs((buffer.start ?? 0) - 9) < 0.001)
        var bytes = 0
        let isStillThere = buffer.seek(to: 9, preroll: 0, slack: 0.001)
        #expect(isStillThere)
        while let packet = buffer.next() { bytes += packet.footprint }
        #expect(bytes == buffer.bytes)
    }

    @Test("A cut starts at a key packet that is not decoded yet")
    func cut() async throws {
        var buffer = try await filled(to: 10)
        take(100, of: &buffer)
        buffer.isComplete = true
        // Decoded up to 4 s: earlier packets must stay.
        let boundary = buffer.cut(from: 1)
        #expect(abs((boundary ?? 0) - 4) < 0.001)
        #expect(!buffer.isComplete && !buffer.hasNext)
        #expect(abs((buffer.end ?? 0) - 4) < 0.001 && abs((buffer.latest ?? 0) - 3.96) < 0.001)
        let again = buffer.cut(from: 1)
        #expect(again == nil)
    }

    @Test("Two hours of small packets take linear time")
    func long() async throws {
        let packets = try await TestPackets()
        var buffer = TrackBuffer()
        let packet = try packets.make(0, isKey: true)
        // One key packet at the start, as in some recordings, is the worst case for trimming.
        buffer.append(packet)
        let count = 200_000
        for index in 1...count {
            let time = Double(index) * 0.04
            if index % 1000 == 0 { buffer.append(try packets.make(time)) }
            _ = buffer.next()
            buffer.trim(before: time - 30)
        }
        #expect(buffer.count == 1 + count / 1000)
    }
}
