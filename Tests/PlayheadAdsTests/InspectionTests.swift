import PlayheadAds
import PlayheadCore
import Testing

@Suite struct InspectionTests {
    private func keys(_ value: EventValue?) -> [String] {
        if case .object(let fields) = value { fields.fields.map(\.key) } else { [] }
    }

    private func first(_ value: EventValue?) -> EventFields {
        if case .array(let items) = value, case .object(let fields) = items.first { fields } else { [:] }
    }

    @Test func aDocumentIsInspectedCompletely() throws {
        let companion =
            "<Creative><CompanionAds><Companion width=\"300\" height=\"250\"><HTMLResource>h</HTMLResource></Companion></CompanionAds></Creative>"
        let text = Documents.inline(
            "1", sequence: 1, duration: "00:00:12.5", skipOffset: "25%",
            extra: "<Extensions><Extension type=\"x\"><A>b</A></Extension></Extensions>")
        guard
            case .vast(let document) = try AdDocument.parse(
                Array(Documents.vast(text.replacing("</Creatives>", with: companion + "</Creatives>"), errors: ["e"]).utf8))
        else {
            Issue.record("no VAST")
            return
        }
        let fields = document.inspection
        #expect(keys(.object(fields)) == ["kind", "version", "ads", "errors", "warnings"])
        #expect(
            fields["kind"] == "vast" && fields["version"] == "4.2" && fields["errors"] == .array(["e"]) && fields["warnings"] == .array([]))
        let ad = first(fields["ads"])
        #expect(
            keys(.object(ad)) == [
                "id", "sequence", "type", "adSystem", "adSystemVersion", "title", "impressions", "errors", "creatives", "extensions",
            ])
        #expect(ad["type"] == "inline" && ad["sequence"] == 1 && ad["adSystem"] == "server")
        #expect(ad["impressions"] == .array([.object(["url": "https://t.example/1/impression"])]))
        #expect(ad["extensions"] == .array([.object(["type": "x", "xml": "<Extension type=\"x\"><A>b</A></Extension>"])]))
        let creative = first(ad["creatives"])
        #expect(keys(.object(creative)) == ["id", "linear", "companions", "nonLinear"])
        guard case .object(let linear) = creative["linear"] else { Issue.record("no linear"); return }
        #expect(linear["duration"] == 12.5 && linear["skipOffset"] == "25%" && linear["clickThrough"] == "https://shop.example/1")
        #expect(linear["clickTracking"] == .array(["https://t.example/1/click"]))
        #expect(keys(.object(first(linear["mediaFiles"]))) == ["url", "type", "width", "height", "bitrate", "delivery"])
        #expect(first(linear["trackingEvents"]) == ["event": "loaded", "url": "https://t.example/1/loaded"])
    }

    @Test func aWrapperAndAScheduleAreInspected() throws {
        let wrapper = Documents.vast(Documents.wrapper("w", to: "https://a.example/?x=1&y=2", attributes: "fallbackOnNoAd=\"true\""))
        guard case .vast(let vast) = try AdDocument.parse(Array(wrapper.utf8)) else { Issue.record("no VAST"); return }
        #expect(
            first(vast.inspection["ads"])["wrapper"]
                == .object([
                    "url": "https://a.example/?x=1&y=2", "followAdditionalWrappers": true, "allowMultipleAds": false,
                    "fallbackOnNoAd": true,
                ]))
        let text =
            "<vmap:VMAP version=\"1.0\"><vmap:AdBreak timeOffset=\"00:10:23.125\" breakType=\"linear\" breakId=\"b\" repeatAfter=\"00:05:00\"><vmap:AdSource id=\"1\"><vmap:AdTagURI templateType=\"vast3\">u</vmap:AdTagURI></vmap:AdSource></vmap:AdBreak></vmap:VMAP>"
        guard case .vmap(let vmap) = try AdDocument.parse(Array(text.utf8)) else { Issue.record("no VMAP"); return }
        #expect(
            first(vmap.inspection["adBreaks"]) == [
                "timeOffset": "00:10:23.125", "breakType": "linear", "breakId": "b", "repeatAfter": 300,
                "adSource": .object([
                    "id": "1", "allowMultipleAds": true, "followRedirects": true, "adTagURI": "u", "templateType": "vast3",
                ]),
                "trackingEvents": .array([]),
            ])
    }

    @Test func otherXMLIsNoAdDocument() throws {
        #expect(try AdDocument.parse(Array("<html/>".utf8)) == nil)
    }
}
