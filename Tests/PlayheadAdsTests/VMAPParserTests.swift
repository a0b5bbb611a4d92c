import PlayheadAds
import PlayheadCore
import Testing

@Suite struct VMAPParserTests {
    private func parse(_ breaks: String) throws -> VMAPDocument {
        try VMAPParser.parse(
            Array("<vmap:VMAP xmlns:vmap=\"http://www.iab.net/videosuite/vmap\" version=\"1.0\">\(breaks)</vmap:VMAP>".utf8))
    }

    private func code(_ text: String) -> AdErrorCode? {
        do {
            _ = try VMAPParser.parse(Array(text.utf8))
            return nil
        } catch {
            return error.code
        }
    }

    @Test func timeOffsetsOfAllFormsAreParsed() throws {
        let offsets = ["start", "end", "00:10:23.125", "25%", "#2", "nowhere", ""]
        let document = try parse(
            offsets.map {
                "<vmap:AdBreak timeOffset=\"\($0)\" breakType=\"linear\"><vmap:AdSource><vmap:AdTagURI>https://a.example/</vmap:AdTagURI></vmap:AdSource></vmap:AdBreak>"
            }.joined())
        #expect(document.adBreaks.map(\.timeOffset) == [.start, .end, .at(.seconds(623.125)), .at(.fraction(0.25)), .position(2)])
        #expect(document.warnings.count == 2)
    }

    @Test func theNumberOfBreaksIsLimited() throws {
        let maximum = 1000
        let document = try parse(
            String(
                repeating:
                    "<AdBreak timeOffset=\"start\" breakType=\"linear\"><AdSource><AdTagURI>https://a.example/</AdTagURI></AdSource></AdBreak>",
                count: maximum + 200))
        #expect(document.adBreaks.count == maximum && document.warnings.contains { $0.message.contains("more than \(maximum) breaks") })
    }

    @Test func sourcesOfAllKindsAreParsed() throws {
        let sources = [
            "<VASTAdData><VAST version=\"3.0\"/></VASTAdData>",
            "<VASTAdData><![CDATA[<VAST version='2.0'><Error>e</Error></VAST>]]></VASTAdData>",
            "<AdTagURI templateType=\"vast3\"> https://a.example/?a=1&amp;b=2 </AdTagURI>",
            "<CustomAdData templateType=\"proprietary\">x</CustomAdData>",
            "<VASTAdData><html/></VASTAdData>", "",
        ]
        let document = try parse(
            sources.map { "<AdBreak timeOffset=\"start\" breakType=\"linear\"><AdSource id=\"s\">\($0)</AdSource></AdBreak>" }.joined())
        let contents = document.adBreaks.map { $0.adSource?.content }
        #expect(contents[0] == .vast(VASTDocument(version: "3.0")))
        #expect(contents[1] == .vast(VASTDocument(version: "2.0", errorURLs: ["e"])))
        #expect(contents[2] == .tag(url: "https://a.example/?a=1&b=2", templateType: "vast3"))
        #expect(contents[3] == .custom("x", templateType: "proprietary"))
        guard case .invalid(let error) = contents[4] else { Issue.record("the document is valid"); return }
        #expect(error.code == .breakDocumentParsing)
        #expect(contents[5] == .some(.none))
    }

    @Test func attributesAndTrackersAreParsed() throws {
        let text = """
            <AdBreak timeOffset="00:05:00" breakType="linear,nonlinear" breakId="b" repeatAfter="00:10:00"><AdSource allowMultipleAds="false" followRedirects="0">\
            <AdTagURI>https://a.example/</AdTagURI></AdSource><TrackingEvents><Tracking event="breakStart">https://t.example/1</Tracking>\
            <Tracking event="error">https://t.example/2?[ERROR_CODE]</Tracking></TrackingEvents><Extensions><Extension type="x"/></Extensions></AdBreak>
            """
        let adBreak = try #require(try parse(text).adBreaks.first)
        #expect(adBreak.breakTypes == [.linear, .nonlinear] && adBreak.id == "b" && adBreak.repeatAfter == 600)
        #expect(adBreak.adSource?.allowsMultipleAds == false && adBreak.adSource?.followsRedirects == false)
        #expect(adBreak.trackingEvents.map(\.event) == ["breakStart", "error"] && adBreak.extensions.count == 1)
    }

    @Test func otherDocumentsThrowAnErrorWithCode() {
        #expect(code("nothing") == .vmapParsing)
        #expect(code("<VAST version=\"3.0\"/>") == .vmapSchema)
        #expect(code("<VMAP version=\"2.0\"/>") == .vmapVersion)
        #expect(code("<VMAP version=\"1.0.1\"/>") == nil)
    }

    @Test func theScheduleHasABreakForEachWithAUniqueIdentifier() throws {
        let document = try parse(
            """
            <AdBreak timeOffset="start" breakType="linear" breakId="a"><AdSource><AdTagURI>https://a.example/</AdTagURI></AdSource></AdBreak>\
            <AdBreak timeOffset="50%" breakType="display" breakId="a"><AdSource><AdTagURI>https://a.example/</AdTagURI></AdSource></AdBreak>\
            <AdBreak timeOffset="#1" breakType="linear"/><AdBreak timeOffset="end" breakType="linear"><AdSource><CustomAdData/></AdSource></AdBreak>
            """)
        let schedule = document.schedule(base: nil)
        #expect(schedule.map(\.id) == ["a", "a-2", "break-3", "break-4"])
        #expect(schedule[0].source == .tags(["https://a.example/"]) && schedule[0].offset == .preRoll)
        let codes = schedule.dropFirst().map { adBreak -> AdErrorCode? in
            if case .unusable(let error) = adBreak.source { error.code } else { nil }
        }
        #expect(codes == [.breakType, .vmapUndefined, .templateType])
    }

    @Test func aScheduleOfTheNetworkRefersToTheNetworkOnly() throws {
        func source(_ tag: String, base: String?) throws -> AdBreak.Source? {
            let text = "<AdBreak timeOffset=\"start\" breakType=\"linear\"><AdSource><AdTagURI>\(tag)</AdTagURI></AdSource></AdBreak>"
            return try parse(text).schedule(base: base).first?.source
        }
        if case .unusable(let error) = try source("file:///etc/passwd", base: "https://a.example/vmap") {
            #expect(error.code == .wrapperTimeout && error.url == "file:///etc/passwd")
        } else {
            Issue.record("A local file is requested.")
        }
        #expect(try source("file:///ad.xml", base: "file:///vmap.xml") == .tags(["file:///ad.xml"]))
        #expect(try source("ad?x=1", base: "https://a.example/b/vmap") == .tags(["https://a.example/b/ad?x=1"]))
    }
}
