import PlayheadAds
import TestSupport
import Testing

/// Checks four documents of another project against VMAP 1.0.1; the expectations were written manually.
@Suite(.enabled(if: Corpus.has("vmap-dailymotion")))
struct VMAPCorpusTests {
    private func parse(_ name: String) throws -> VMAPDocument { try VMAPParser.parse(try Corpus.bytes("vmap-dailymotion", name)) }

    private func error(_ name: String) throws -> AdError? {
        do {
            _ = try parse(name)
            return nil
        } catch let error as AdError {
            return error
        }
    }

    /// Three breaks; the first two have an embedded document without ads (the second with stray text), the last a tag. The undeclared
    /// prefix `xsi` is accepted.
    @Test func aScheduleOfThreeBreaks() throws {
        let document = try parse("correct-vmap.xml")
        #expect(document.version == "1.0" && document.warnings.isEmpty && document.extensions.isEmpty)
        #expect(document.adBreaks.map(\.id) == ["mypre", "myid", "mypost"])
        #expect(document.adBreaks.map(\.timeOffset) == [.start, .at(.seconds(623.125)), .end])
        #expect(document.adBreaks.map(\.timeOffsetText) == ["start", "00:10:23.125", "end"])
        #expect(document.adBreaks.allSatisfy { $0.breakTypes == [.linear] && $0.repeatAfter == nil && $0.extensions.isEmpty })
        #expect(document.adBreaks.map { $0.adSource?.id } == ["1", "2", "3"])
        #expect(document.adBreaks.allSatisfy { $0.adSource?.allowsMultipleAds == true && $0.adSource?.followsRedirects == true })
        #expect(
            document.adBreaks.map { $0.adSource?.content } == [
                .vast(VASTDocument(version: "3.0")), .vast(VASTDocument(version: "3.0")),
                .tag(url: "http://server.com/vast.xml", templateType: nil),
            ])
        #expect(document.adBreaks[0].trackingEvents == Self.trackers)
        let start = VASTTracking(event: "breakStart", url: "http://server.com/breakstart")
        #expect(document.adBreaks[1].trackingEvents == [start] && document.adBreaks[2].trackingEvents == [start])
    }

    /// One break with two extensions, whose elements and attributes are kept.
    @Test func aBreakWithExtensions() throws {
        let document = try parse("correct-vmap-with-extension.xml")
        #expect(document.warnings.isEmpty && document.adBreaks.count == 1)
        let adBreak = try #require(document.adBreaks.first)
        #expect(adBreak.id == "mypre" && adBreak.timeOffset == .start && adBreak.trackingEvents == Self.trackers)
        #expect(adBreak.adSource?.content == .vast(VASTDocument(version: "3.0")))
        let extensions = adBreak.extensions
        #expect(extensions.map(\.text) == ["Extension value", "Extension2 value"])
        #expect(extensions[0][attribute: "extAttribute"] == "extAttribute content")
        #expect(extensions[0][attribute: "extAttribute2"] == "extAttribute2 content")
        #expect(extensions[0].children.map(\.name) == ["vmap:Test", "vmap:Test2"])
        #expect(extensions[0].children.map(\.text) == ["Test value", "Test2 value"])
        #expect(extensions[0].children[1][attribute: "test2Attribute2"] == "test2Attribute2 content")
        #expect(extensions[1].children.map(\.text) == ["Child value"])
        #expect(extensions[1].children[0][attribute: "childAttribute"] == "childAttribute content")
    }

    /// The root element is `vmap:WRONG`: well-formed, but no schedule.
    @Test func aDocumentWithAnotherRootElement() throws {
        let error = try #require(try error("incorrect-vmap.xml"))
        #expect(error.code == .vmapSchema && error.line == 1)
        #expect(error.reason == "the outermost element is <vmap:WRONG> and not <VMAP>")
    }

    /// A single extension with an undeclared prefix: XML, but no schedule.
    @Test func aFragmentOfADocument() throws {
        #expect(try error("parsing-example.xml")?.code == .vmapSchema)
        let root = try XMLReader.read(try Corpus.bytes("vmap-dailymotion", "parsing-example.xml")).root
        #expect(root.text == "{\"example\":{\"property1\":1234,\"property2\":\"abcd\"},\"another\":\"qwerty\"}")
        #expect(root.children.map(\.text) == ["Test value", "Test2 value"])
    }

    private static let trackers = [
        VASTTracking(event: "breakStart", url: "http://server.com/breakstart"),
        VASTTracking(event: "breakEnd", url: "http://server.com/breakend"),
        VASTTracking(event: "breakEnd", url: "http://server.com/breakend2"),
        VASTTracking(event: "error", url: "http://server.com/error?[ERRORCODE]"),
    ]
}
