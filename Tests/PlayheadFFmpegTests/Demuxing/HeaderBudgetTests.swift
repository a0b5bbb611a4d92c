import Testing

@testable import PlayheadFFmpeg

@Suite("The time for headers")
struct HeaderBudgetTests {
    @Test("A header that takes FFmpeg longer is an error; one that takes less is read")
    func time() throws {
        let source = { MemorySource(TaggedFile.wave.bytes(tags: 50)) }
        var probing = Demuxer.Probing()
        #expect(try Demuxer(source: source(), probing: probing).tags.count == 50)
        probing.headerTime = 0
        let error = #expect(throws: FFmpegError.self) { try Demuxer(source: source(), probing: probing) }
        #expect(error?.description.contains("processor time") == true && error?.isInvalidData == true)
    }
}
