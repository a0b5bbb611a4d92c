import Testing

@testable import PlayheadFFmpeg

@Suite("The time for headers")
struct HeaderBudgetTests {
    private static func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] { Array(name.utf8) + little(body.count) + body }

    /// A second of sound behind `tags` tags with different names.
    private static func wave(tags: Int) -> [UInt8] {
        let info = (0..<tags).flatMap { number in
            chunk(String(decoding: (0..<4).map { UInt8(ascii: "A") + UInt8(number >> (4 * $0) & 0xF) }, as: UTF8.self), [65, 0])
        }
        let format = [1, 0, 1, 0] + little(8000) + little(16_000) + [2, 0, 16, 0]
        let body =
            Array("WAVE".utf8) + chunk("fmt ", format) + chunk("LIST", Array("INFO".utf8) + info)
            + chunk("data", [UInt8](repeating: 0, count: 16_000))
        return chunk("RIFF", body)
    }

    @Test("A header whose tags take FFmpeg too long is an error; one that takes less is read")
    func tags() throws {
        let bytes = Self.wave(tags: 30_000)
        var probing = Demuxer.Probing()
        probing.headerTime = 0.1
        let error = #expect(throws: FFmpegError.self) { try Demuxer(source: MemorySource(bytes), probing: probing) }
        #expect(error?.description.contains("processor time") == true && error?.isInvalidData == true)
        #expect(try Demuxer(source: MemorySource(Self.wave(tags: 50)), probing: probing).tags.count == 50)
    }
}
