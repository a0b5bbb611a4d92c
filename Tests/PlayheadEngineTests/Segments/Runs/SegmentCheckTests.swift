import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Checks of segments during loading")
struct SegmentCheckTests {
    private static func box(_ type: String, _ count: Int) -> [UInt8] {
        let size = count + 8
        return [UInt8(size >> 24 & 255), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)] + Array(type.utf8)
            + [UInt8](repeating: 0xA5, count: count)
    }

    private static let fragment = box("styp", 16) + box("moof", 300) + box("mdat", 5000)
    private static let packets = (0..<40).flatMap { [0x47, UInt8($0)] + [UInt8](repeating: 0x33, count: 186) }

    /// Returns the reason why `bytes`, appended in pieces of `size`, are rejected; `nil` if they are accepted.
    private func verdict(_ bytes: [UInt8], pieces size: Int = 1000, expecting shape: SegmentShape? = nil) -> String? {
        var check = SegmentCheck(expecting: shape)
        do throws(SegmentCheck.Failure) {
            // The first piece has the bytes that determine the format.
            var place = 0
            while place < bytes.count {
                let step = place == 0 ? max(size, SegmentShape.sample) : size
                _ = try check.consume(Array(bytes[place..<min(bytes.count, place + step)]))
                place += step
            }
            _ = try check.finish()
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("Complete segments are accepted, in pieces of any size", arguments: [1, 7, 188, 1000, 100_000])
    func whole(size: Int) {
        #expect(verdict(Self.fragment, pieces: size, expecting: .boxes) == nil)
        #expect(verdict(Self.packets, pieces: size) == nil)
        let large = [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 9, count: 240)
        #expect(verdict(Self.box("moof", 200) + large, pieces: size) == nil)
        #expect(verdict(Self.box("moof", 200) + [0, 0, 0, 0] + Array("mdat".utf8) + large, pieces: size) == nil)
    }

    @Test("Truncated segments are rejected")
    func cut() {
        for count in [1, 9, 100, 330, 5300] { #expect(verdict(Array(Self.fragment.dropLast(count))) != nil, "\(count)") }
        #expect(verdict(Array(Self.packets.dropLast(1))) != nil && verdict(Array(Self.packets.dropLast(188))) == nil)
        #expect(verdict([]) != nil)
    }

    @Test("Bytes that are not media are rejected, at the start and later")
    func garbage() {
        let noise = (0..<6000).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ 131) }
        #expect(verdict(noise) != nil && verdict(noise, expecting: .boxes) != nil)
        #expect(verdict(Self.fragment + noise) != nil && verdict(Array(Self.packets.prefix(188 * 10)) + noise) != nil)
        #expect(verdict(Self.packets, expecting: .boxes) != nil)
        #expect(verdict(Self.box("moof", 200) + [0, 0, 0, 5] + Array("mdat".utf8)) != nil)
        #expect(verdict([0, 0, 0, 1] + Array("mdat".utf8) + [UInt8](repeating: 0xFF, count: 200)) != nil)
    }

    @Test("A few damaged packets, captions and sound without a container are accepted")
    func tolerated() {
        var bytes = Self.packets
        for index in 188 * 3..<188 * 6 { bytes[index] = 0 }
        #expect(verdict(bytes) == nil)
        #expect(verdict(Array("WEBVTT\n\n00:00.000 --> 00:01.000\nHallo\n".utf8)) == nil)
        #expect(SegmentShape(Array("\u{FEFF}WEBVTT\n".utf8)) == .other)
        #expect(verdict([0xFF, 0xF1, 0x50, 0x80] + [UInt8](repeating: 1, count: 400)) == nil)
    }

    @Test("Frames of sound that are cut at the ends of segments are accepted")
    func cutFrames() {
        let frame = [0xFF, 0xF1, 0x50, 0x80, 0x20, 0x1F, 0xFC] + [UInt8](repeating: 0xA5, count: 249)
        let cut = Array(frame.dropFirst(100) + frame + frame)
        #expect(SegmentShape(cut) == .other && verdict(cut, pieces: cut.count) == nil)
        #expect(verdict(Array(frame.dropFirst(100) + frame.prefix(99))) != nil)
    }

    @Test("random bytes never trap")
    func random() {
        var numbers = SeededGenerator(seed: 23)
        for _ in 0..<2000 {
            var bytes = Bool.random(using: &numbers) ? Self.fragment : Self.packets
            for _ in 0..<10 { bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = .random(in: 0...255, using: &numbers) }
            let start = Int.random(in: 0..<bytes.count, using: &numbers)
            _ = verdict(Array(bytes[(Bool.random(using: &numbers) ? 0 : start)...]), pieces: .random(in: 1...500, using: &numbers))
        }
    }
}
