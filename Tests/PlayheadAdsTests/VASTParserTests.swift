import PlayheadAds
import PlayheadCore
import Testing

@Suite struct VASTParserTests {
    private func error(_ text: String) -> AdError? {
        do {
            _ = try Documents.parse(text)
            return nil
        } catch {
            return error as? AdError
        }
    }

    @Test(arguments: [
        ("no XML", AdErrorCode.xmlParsing, 1), ("<VAST>\n<Ad>", .xmlParsing, 2), ("<html><body/></html>", .vastSchema, 1),
        ("<VAST version=\"5.0\"/>", .vastVersion, 1), ("<VAST version=\"1.0\"/>", .vastVersion, 1),
        ("\n<VideoAdServingTemplate/>", .vastVersion, 2),
    ])
    func otherDocumentsThrowAnErrorWithCodeAndLocation(text: String, code: AdErrorCode, line: Int) {
        #expect(error(text)?.code == code)
        #expect(error(text)?.line == line)
        #expect(error(text)?.playbackError.code == 10_000 + code.rawValue)
    }

    @Test func theNumberOfAdsIsLimited() throws {
        let maximum = 200
        let ad = "<Ad><Wrapper><VASTAdTagURI>https://a.example/</VASTAdTagURI></Wrapper></Ad>"
        let document = try Documents.parse("<VAST version=\"4.2\">" + String(repeating: ad, count: maximum + 50) + "</VAST>")
        #expect(document.ads.count == maximum && document.warnings.contains { $0.message.contains("more than \(maximum) ads") })
    }

    @Test func aNewerMinorVersionAndNoVersionAreWarnings() throws {
        #expect(try Documents.parse("<VAST version=\"4.9\"/>").warnings.map(\.message) == ["VAST 4.9 is newer than the supported versions"])
        #expect(try Documents.parse("<VAST/>").warnings.map(\.message) == ["the document has no version"])
        #expect(try Documents.parse("<VAST version=\"4.3\"/>").warnings.isEmpty)
    }

    @Test func aDocumentWithoutAnAdHasItsErrorURLs() throws {
        let document = try Documents.parse("<VAST version=\"3.0\"><Error> https://t.example/no </Error><Error/></VAST>")
        #expect(document.ads.isEmpty && !document.hasUnusableAds)
        #expect(document.errorURLs == ["https://t.example/no"])
    }

    @Test func anAdThatIsNeitherInlineNorWrapperIsSkipped() throws {
        let document = try Documents.parse("<VAST version=\"3.0\"><Ad id=\"1\"/></VAST>")
        #expect(document.ads.isEmpty && document.hasUnusableAds)
        #expect(document.warnings == [AdWarning(line: 1, message: "<Ad> has neither an <InLine> nor a <Wrapper> and is ignored")])
    }

    @Test func missingRequiredElementsAreWarnings() throws {
        let document = try Documents.parse(
            "<VAST version=\"3.0\"><Ad><InLine><Creatives><Creative><Linear/></Creative></Creatives></InLine></Ad></VAST>")
        #expect(document.ads.count == 1)
        #expect(
            document.warnings.map(\.message) == [
                "<Linear> has no duration", "<Linear> has no <MediaFile>", "<InLine> has no <AdSystem>", "<InLine> has no <Impression>",
                "<InLine> has no <AdTitle>",
            ])
    }

    @Test func invalidValuesAreWarningsAndIgnored() throws {
        let text = Documents.vast(
            Documents.inline(
                "1", duration: "soon", skipOffset: "later", media: Documents.mediaFile("https://m.example/a.mp4", more: "minBitrate=\"-1\"")
            ))
        let document = try Documents.parse(text)
        let linear = try #require(document.ads.first?.creatives.first?.linear)
        #expect(linear.duration == nil && linear.skipOffset == nil && linear.mediaFiles[0].minBitrate == nil)
        #expect(document.warnings.count == 3)
    }

    @Test func everyElementOfVersionFourIsParsed() throws {
        let linear = """
            <AdParameters>p</AdParameters><Icons><Icon program="AdChoices" width="10" height="12" xPosition="right" yPosition="4" offset="00:00:02" \
            duration="00:00:05" altText="i"><HTMLResource>h</HTMLResource><IconClicks><IconClickThrough>https://i.example/</IconClickThrough>\
            <IconClickTracking id="t">https://i.example/t</IconClickTracking></IconClicks><IconViewTracking>https://i.example/v</IconViewTracking></Icon></Icons>
            """
        let media = """
            <Mezzanine type="video/mp4" width="1920" height="1080">https://m.example/mezzanine.mp4</Mezzanine>\
            <InteractiveCreativeFile type="text/html" apiFramework="SIMID" variableDuration="true">https://m.example/simid.html</InteractiveCreativeFile>\
            <ClosedCaptionFiles><ClosedCaptionFile type="text/vtt" language="en">https://m.example/en.vtt</ClosedCaptionFile></ClosedCaptionFiles>\
            \(Documents.mediaFile("https://m.example/a.mp4", more: "codec=\"avc1.64001f\" fileSize=\"12\" mediaType=\"2D\""))
            """
        let extra = """
            <AdServingId>serving</AdServingId><Category authority="iab">IAB1</Category><Expires>300</Expires><Advertiser id="9">Shop</Advertiser>\
            <ViewableImpression id="v"><Viewable>https://v.example/1</Viewable><ViewUndetermined>https://v.example/2</ViewUndetermined></ViewableImpression>\
            <AdVerifications><Verification vendor="a"><JavaScriptResource apiFramework="omid" browserOptional="true">https://o.example/a.js</JavaScriptResource>\
            <VerificationParameters>x</VerificationParameters><TrackingEvents><Tracking event="verificationNotExecuted">https://o.example/no?[REASON]</Tracking>\
            </TrackingEvents></Verification></AdVerifications><Extensions><Extension type="AdVerifications"><AdVerifications><Verification vendor="b"/>\
            </AdVerifications></Extension></Extensions>
            """
        let ad = try #require(
            try Documents.parse(Documents.vast(Documents.inline("1", media: media, extra: extra, linear: linear))).ads.first)
        #expect(ad.servingID == "serving" && ad.expires == 300 && ad.categories.map(\.name) == ["IAB1"] && ad.advertiser?.id == "9")
        #expect(ad.viewableImpression?.viewable == ["https://v.example/1"])
        #expect(ad.verifications.map(\.vendor) == ["a", "b"])
        #expect(ad.verifications[0].scripts[0].isBrowserOptional == true && ad.verifications[0].parameters == "x")
        let read = try #require(ad.creatives[0].linear)
        #expect(read.mezzanines.count == 1 && read.captionFiles[0].language == "en" && read.adParameters == "p")
        #expect(read.interactiveFiles[0].apiFramework == "SIMID" && read.interactiveFiles[0].isVariableDuration == true)
        #expect(read.mediaFiles[0].codec == "avc1.64001f" && read.mediaFiles[0].fileSize == 12)
        let icon = try #require(read.icons.first)
        #expect(icon.x == .end && icon.y == .pixels(4) && icon.offset == 2 && icon.duration == 5 && icon.resources[0].kind == .html)
        #expect(icon.viewTracking == ["https://i.example/v"] && icon.clickTracking[0].id == "t")
    }

    // VAST 4.3 §3.7.1
    @Test func theContentOfAUniversalAdIDTakesPrecedence() throws {
        let ids = ["idValue=\"a\">b", "idValue=\"c\">", ">d", ">"].map { "<UniversalAdId idRegistry=\"r\" \($0)</UniversalAdId>" }
        let text = Documents.vast(Documents.inline("1").replacing("<Linear>", with: ids.joined() + "<Linear>"))
        #expect(try Documents.parse(text).ads.first?.creatives.first?.universalAdIDs.map(\.value) == ["b", "c", "d"])
    }

    @Test func aNumberAloneIsAnOffsetInSecondsWithAWarning() throws {
        let progress = ["3", "1.5", "x"].map { "<Tracking event=\"progress\" offset=\"\($0)\">https://t.example/</Tracking>" }.joined()
        let text = Documents.vast(
            Documents.inline("1", skipOffset: "5", linear: "<TrackingEvents>\(progress)</TrackingEvents>"))
        let document = try Documents.parse(text)
        let linear = try #require(document.ads.first?.creatives.first?.linear)
        #expect(linear.skipOffset == .seconds(5))
        #expect(linear.trackingEvents.filter { $0.event == "progress" }.map(\.offset) == [.seconds(3), .seconds(1.5), nil])
        #expect(document.warnings.count { $0.message.contains("read as seconds") } == 3)
    }

    @Test func aPodIsSortedBySequenceNumber() throws {
        let document = try Documents.parse(
            Documents.vast(
                Documents.inline("b", sequence: 2), Documents.inline("x"), Documents.inline("c", sequence: 2),
                Documents.inline("a", sequence: 1)))
        #expect(document.pod.map(\.id) == ["a", "b", "c"])
        #expect(document.standAloneAds.map(\.id) == ["x"])
    }

    @Test(arguments: [
        ("00:00:15", AdOffset.seconds(15)), ("01:02:03.250", .seconds(3723.25)), ("0:00:05", .seconds(5)), ("00:00:15:500", .seconds(15.5)),
        ("00:30", .seconds(30)), (" 25% ", .fraction(0.25)), ("12.5%", .fraction(0.125)),
    ])
    func commonFormsOfTimesAndPercentagesAreParsed(text: String, offset: AdOffset) {
        #expect(AdOffset(text) == offset)
    }

    @Test(arguments: [
        "", "15", "-00:00:01", "00:00:-1", "a:b:c", "101%", "-5%", "%", "1:2:3:4:5", "::", "99999999:00:00", "00:00:1e5", "nan%",
    ])
    func invalidTimesAndPercentagesAreRejected(text: String) {
        #expect(AdOffset(text) == nil)
    }

    @Test func timesAreFormattedWithMilliseconds() {
        #expect(AdTime.text(3723.2504) == "01:02:03.250" && AdTime.text(-1) == "00:00:00.000")
    }
}
