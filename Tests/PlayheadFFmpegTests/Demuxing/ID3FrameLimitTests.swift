import Testing

@testable import PlayheadFFmpeg

@Suite("Tags with too many frames")
struct ID3FrameLimitTests {
    private static func big(_ value: Int, bits: Int = 8) -> [UInt8] {
        (0..<4).reversed().map { UInt8(value >> (bits * $0) & (1 << bits - 1)) }
    }

    /// A frame; its size is that of version 2.4 by default, with seven bits in each byte.
    private static func frame(_ id: String, _ body: [UInt8], flags: [UInt8] = [0, 0], bits: Int = 7) -> [UInt8] {
        Array(id.utf8) + big(body.count, bits: bits) + flags + body
    }

    private static func tag(_ frames: [UInt8], version: UInt8 = 4) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, 0] + big(frames.count, bits: 7) + frames
    }

    private static let audio: [UInt8] = [0xFF, 0xFB, 0x90, 1, 2, 3, 4, 5, 6, 7, 8, 9]

    /// Returns the bytes that FFmpeg reads of `bytes`, which arrive in pieces.
    private func limited(_ bytes: [UInt8], piece: Int = .max) -> [UInt8] {
        var limit = ID3FrameLimit()
        return inPieces(bytes, of: piece) { limit.apply(to: $0, at: $1) }
    }

    @Test("Frames after the maximum are padding, however the bytes arrive and in how many tags", arguments: [1, 7, 4096, .max])
    func count(piece: Int) {
        let one = Self.frame("TXXX", [3, 1, 0, 2])
        let half = ID3FrameLimit.maximumFrames / 2
        let tag = Self.tag((0..<half + 3).flatMap { _ in one })
        let bytes = tag + tag + Self.audio
        let kept = tag.count + 10 + (half - 3) * one.count
        #expect(limited(bytes, piece: piece) == bytes[..<kept] + [UInt8](repeating: 0, count: 6 * one.count) + Self.audio)
    }

    @Test("Usual tags are not changed", arguments: [UInt8(3), 4])
    func usual(version: UInt8) {
        // Version 2.3 has sizes of eight bits in each byte, which iTunes writes in version 2.4 as well.
        let picture = Self.frame("APIC", [UInt8](repeating: 7, count: 70_000), bits: 8)
        let tag = Self.tag(picture + Self.frame("TIT2", [3, 65], bits: 8) + [UInt8](repeating: 0, count: 500), version: version)
        #expect(limited(tag + Self.audio, piece: 1000) == tag + Self.audio)
    }

    @Test("Frames after an image with the size of version 2.3 are counted")
    func foreignSize() {
        let one = Self.frame("TXXX", [3, 1])
        let picture = Self.frame("APIC", [UInt8](repeating: 7, count: 70_000), bits: 8)
        let bytes = Self.tag(picture + (0..<2 * ID3FrameLimit.maximumFrames).flatMap { _ in one })
        let kept = 10 + picture.count + (ID3FrameLimit.maximumFrames - 1) * one.count
        #expect(limited(bytes, piece: 999) == bytes[..<kept] + [UInt8](repeating: 0, count: bytes.count - kept))
    }

    @Test("Chapters keep their beginning, compressed frames nothing", arguments: [7, 8])
    func nested(bits: Int) {
        let titles = (0..<1000).flatMap { _ in Self.frame("TIT2", [3, 65]) }
        let chapter = Self.frame("CHAP", titles, bits: bits)
        let packed = Self.frame("TXXX", titles, flags: [0, 8], bits: bits)
        let result = limited(Self.tag(chapter + packed))
        #expect(result[20..<20 + 4096].elementsEqual(titles[..<4096]))
        // Four bytes, where the next frame might have started, are kept.
        #expect(result[(20 + 4096)...].dropFirst(titles.count - 4096).starts(with: packed[..<10]))
        #expect(result[(20 + 4096)..<(20 + titles.count)].count { $0 != 0 } <= 4)
        #expect(result[(30 + titles.count)...].count { $0 != 0 } <= 4)
    }

    @Test("Bytes that are read again are padded again")
    func again() {
        let bytes = Self.tag((0..<2 * ID3FrameLimit.maximumFrames).flatMap { _ in Self.frame("TXXX", [3, 1]) })
        var limit = ID3FrameLimit()
        var copy = bytes
        copy.withUnsafeMutableBufferPointer { limit.apply(to: $0, at: 0) }
        var last = Array(bytes[(bytes.count - 100)...])
        last.withUnsafeMutableBufferPointer { limit.apply(to: $0, at: Int64(bytes.count - 100)) }
        #expect(last.allSatisfy { $0 == 0 } && copy.suffix(100).elementsEqual(last))
    }
}
