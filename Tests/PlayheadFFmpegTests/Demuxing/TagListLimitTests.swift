import Testing

@testable import PlayheadFFmpeg

@Suite("Containers with too many tags")
struct TagListLimitTests {
    @Test("A file with 50,000 tags opens with the permitted ones", arguments: TaggedFile.allCases)
    func many(file: TaggedFile) throws {
        let demuxer = try Demuxer(source: MemorySource(file.bytes(tags: 50_000)))
        #expect(demuxer.tags.count == TagListLimit.maximumTags)
    }

    @Test("A few more tags than permitted, which FFmpeg reads at once, are limited too", arguments: TaggedFile.allCases)
    func few(file: TaggedFile) throws {
        let demuxer = try Demuxer(source: MemorySource(file.bytes(tags: TagListLimit.maximumTags + 5)))
        #expect(demuxer.tags.count == TagListLimit.maximumTags)
    }

    @Test("Usual tags stay", arguments: TaggedFile.allCases)
    func usual(file: TaggedFile) throws {
        let demuxer = try Demuxer(source: MemorySource(file.bytes(tags: 200)))
        // The brands of MP4 are tags as well.
        #expect(demuxer.tags.count { !$0.name.hasSuffix("_brands") && $0.name != "major_brand" && $0.name != "minor_version" } == 200)
    }
}
