import PlayheadMetadata
import TestSupport
import Testing

private let corpus = "id3-androidx"
private let dumps = "expected-extractordumps-mp3"

@Suite("ID3: files and dumps of androidx", .enabled(if: Corpus.has(corpus)))
struct ID3CorpusTests {
    /// The files with the first dump of each that contains tags; `id3-disabled` was made without reading them.
    static let files: [(file: String, dump: String)] = {
        guard Corpus.has(corpus) else { return [] }
        let names = Corpus.files(corpus, dumps).filter { $0.hasSuffix(".0.dump") && !$0.contains("id3-disabled") }
        return Corpus.files(corpus, "media-mp3").compactMap { file in names.first { $0.hasPrefix(file + ".") }.map { (file, $0) } }
    }()

    @Test("the frames of a file are those of its dump", arguments: files)
    func framesOfDump(file: String, dump: String) throws {
        let tags = ID3Tag.parseAll(try Corpus.bytes(corpus, "media-mp3/" + file))
        let expected = ID3Dump.entries(try Corpus.text(corpus, "\(dumps)/\(dump)"))
        #expect(ID3Dump.text(tags.flatMap(\.frames)) == expected ?? "")
        #expect(tags.flatMap(\.warnings) == [])
    }

    @Test("the dumps contain the tags of 14 files")
    func count() { #expect(Self.files.count == 14) }

    @Test(
        "files that begin with other data have no tag", arguments: ["100kB-garbage-prefix", "1024_incrementing_bytes", "play-trimmed"])
    func untagged(name: String) throws {
        #expect(ID3Tag.parse(try Corpus.bytes(corpus, "media-mp3/\(name).mp3")) == nil)
    }

    @Test("a tag of version 2 at the beginning is read in the presence of one of version 1 at the end")
    func bothVersions() throws {
        let tags = ID3Tag.parseAll(try Corpus.bytes(corpus, "media-mp3/sine-wave-cbr-trailing-id3v1.mp3"))
        #expect(tags.map(\.version) == [3])
        #expect(tags.flatMap(\.warnings) == [])
        #expect(tags.first?.frames.isEmpty == false)
    }

    @Test("a tag with a picture")
    func picture() throws {
        let tag = try #require(ID3Tag.parse(try Corpus.bytes(corpus, "media/apic.id3")))
        let picture = try #require(tag.frames.first)
        #expect(tag.frames.count == 1)
        #expect(picture.content == .picture(Fixtures.cover))
    }

    @Test("a tag with a comment before a picture")
    func commentAndPicture() throws {
        let tag = try #require(ID3Tag.parse(try Corpus.bytes(corpus, "media/comm_apic.id3")))
        #expect(
            tag.frames.map(\.content) == [
                .comment(language: "eng", description: "description", text: "text"), .picture(Fixtures.cover),
            ])
    }

    @Test("chapters, locations, private and binary frames in full")
    func details() throws {
        let tag = try #require(ID3Tag.parse(try Corpus.bytes(corpus, "media-mp3/bear-id3.mp3")))
        let first = try #require(tag.frames.first { $0.id == "CHAP" })
        guard case .chapter(let chapter) = first.content else {
            Issue.record("no chapter")
            return
        }
        #expect(chapter.elementID == "chap1")
        #expect(chapter.start == 0)
        #expect(chapter.end == 0.6)
        #expect(chapter.startOffset == 0x9B3C)
        #expect(chapter.endOffset == 0xBD5C)
        #expect(chapter.frames == [ID3Frame(id: "TIT2", content: .text(["Chapter title"]))])
        guard case .tableOfContents(let table) = tag.frames.first(where: { $0.id == "CTOC" })?.content else {
            Issue.record("no table of contents")
            return
        }
        #expect(table.children == ["chap1", "chap2"])
        #expect(table.isTopLevel)
        #expect(table.isOrdered)
        #expect(table.frames == [ID3Frame(id: "TIT2", content: .text(["TOC title"]))])
        guard case .locations(let locations) = tag.frames.first(where: { $0.id == "MLLT" })?.content else {
            Issue.record("no locations")
            return
        }
        #expect(locations.framesBetweenReferences == 118)
        #expect(locations.bytesBetweenReferences == 38160)
        #expect(locations.millisecondsBetweenReferences == 2808)
        #expect(tag.frames.contains(ID3Frame(id: "PRIV", content: .privateData(owner: "test@gmail.com", data: Array("Test data".utf8)))))
        #expect(tag.frames.contains(ID3Frame(id: "UNKN", content: .binary(Array("Test binary data".utf8)))))
    }
}
