import Testing

@testable import PlayheadEngine

@Suite("The ID3 tag before packed audio")
struct PackedAudioTagTests {
    private static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]

    private static func syncsafe(_ value: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) } }

    private static func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + syncsafe(content.count) + [0, 0] + content
    }

    private static func tag(_ frames: [UInt8], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags] + syncsafe(frames.count) + frames
    }

    private static func timestamp(_ ticks: UInt64) -> [UInt8] {
        frame("PRIV", owner + (0..<8).reversed().map { UInt8(truncatingIfNeeded: ticks >> ($0 * 8)) })
    }

    @Test("gives the timestamp in seconds, of 33 bits", arguments: [0, 90_000, 1 << 33 - 1, 1 << 33 + 90_000] as [UInt64])
    func timestamp(ticks: UInt64) {
        let bytes = Self.tag(Self.timestamp(ticks))
        #expect(PackedAudioTag(bytes + [0xFF, 0xF1])?.timestamp == Double(ticks & (1 << 33 - 1)) / 90_000)
        #expect(PackedAudioTag.size(of: bytes) == bytes.count)
    }

    @Test("finds it behind other frames, and is content without it")
    func otherFrames() {
        let title = Self.frame("TIT2", [3] + Array("Title".utf8))
        #expect(PackedAudioTag(Self.tag(title + Self.timestamp(180_000)))?.timestamp == 2)
        let without = PackedAudioTag(Self.tag(title))
        #expect(without != nil && without?.timestamp == nil)
    }

    @Test("counts a footer")
    func footer() {
        let bytes = Self.tag(Self.timestamp(1), flags: 0x10)
        #expect(PackedAudioTag.size(of: bytes) == bytes.count + 10)
        #expect(PackedAudioTag(bytes) == nil)
    }

    @Test("waits for more as long as the beginning is one, and not longer")
    func beginnings() {
        let bytes = Self.tag(Self.timestamp(5))
        for count in 0..<bytes.count {
            let part = Array(bytes.prefix(count))
            #expect(PackedAudioTag.mayBegin(part))
            #expect(PackedAudioTag(part) == nil)
        }
        #expect(!PackedAudioTag.mayBegin([0xFF]) && !PackedAudioTag.mayBegin(Array("IDx".utf8)))
    }

    @Test("hostile bytes neither trap nor hang")
    func hostile() {
        var numbers = SeededNumbers(seed: 11)
        let good = Self.tag(Self.frame("TIT2", [3, 65]) + Self.timestamp(77) + Self.frame("PRIV", []))
        for _ in 0..<3000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...6, using: &numbers) {
                bytes[Int.random(in: 3..<bytes.count, using: &numbers)] = .random(in: 0...255, using: &numbers)
            }
            bytes = Array(bytes.prefix(.random(in: 0...bytes.count, using: &numbers)))
            let tag = PackedAudioTag(bytes)
            if let timestamp = tag?.timestamp { #expect(timestamp >= 0 && timestamp < 95_444) }
            if let tag { #expect(tag.size <= bytes.count) }
        }
    }
}
