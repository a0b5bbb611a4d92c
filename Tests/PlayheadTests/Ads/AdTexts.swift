/// VAST and VMAP documents, as text.
enum AdTexts {
    /// Returns an ad with one media file of four seconds, `https://m.example/NAME.mp4`, and trackers on `t.example`.
    static func ad(
        _ name: String, sequence: Int? = nil, skip: String? = nil, click: String? = nil, media: String? = nil, extra: String = ""
    ) -> String {
        let events = [
            "loaded", "creativeView", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute", "pause",
            "resume", "skip", "closeLinear", "playerExpand", "playerCollapse",
        ]
        let trackers = events.map { "<Tracking event=\"\($0)\">https://t.example/\(name)/\($0)</Tracking>" }.joined()
        let media =
            media
            ?? "<MediaFile delivery=\"progressive\" type=\"video/mp4\" width=\"640\" height=\"360\">https://m.example/\(name).mp4</MediaFile>"
        return """
            <Ad id="\(name)"\(sequence.map { " sequence=\"\($0)\"" } ?? "")><InLine><AdSystem>server</AdSystem><AdTitle>\(name)</AdTitle>\
            <Error>https://t.example/\(name)/error?[ERRORCODE]</Error><Impression>https://t.example/\(name)/impression</Impression>\
            <Creatives><Creative id="c"><Linear\(skip.map { " skipoffset=\"\($0)\"" } ?? "")><Duration>00:00:04</Duration>\
            <TrackingEvents>\(trackers)</TrackingEvents><VideoClicks><ClickThrough>\(click ?? "https://shop.example/\(name)")</ClickThrough>\
            <ClickTracking>https://t.example/\(name)/click</ClickTracking></VideoClicks><MediaFiles>\(media)</MediaFiles></Linear></Creative>\
            \(extra)</Creatives></InLine></Ad>
            """
    }

    /// Returns the media file of ``ad(_:sequence:skip:click:media:extra:)`` with an interactive file beside it.
    static func interactive(_ name: String) -> String {
        "<MediaFile delivery=\"progressive\" type=\"video/mp4\" width=\"640\" height=\"360\">https://m.example/\(name).mp4</MediaFile>"
            + "<InteractiveCreativeFile type=\"text/html\" apiFramework=\"SIMID\">https://m.example/creative.html</InteractiveCreativeFile>"
    }

    /// Returns an ad over the content, for at least five seconds, with trackers on `t.example`.
    static func overlay(_ name: String, sequence: Int? = nil) -> String {
        let trackers = ["creativeView", "start", "close", "complete"].map {
            "<Tracking event=\"\($0)\">https://t.example/\(name)/\($0)</Tracking>"
        }
        return """
            <Ad id="\(name)"\(sequence.map { " sequence=\"\($0)\"" } ?? "")><InLine><AdSystem>server</AdSystem><AdTitle>\(name)</AdTitle>\
            <Impression>https://t.example/\(name)/impression</Impression><Creatives><Creative><NonLinearAds>\
            <TrackingEvents>\(trackers.joined())</TrackingEvents><NonLinear width="300" height="50" minSuggestedDuration="00:00:05">\
            <StaticResource creativeType="image/png">https://m.example/\(name).png</StaticResource></NonLinear></NonLinearAds></Creative>\
            </Creatives></InLine></Ad>
            """
    }

    static func wrapper(_ name: String, to url: String) -> String {
        """
        <Ad id="\(name)"><Wrapper><AdSystem>\(name)</AdSystem><VASTAdTagURI><![CDATA[\(url)]]></VASTAdTagURI>\
        <Error>https://t.example/\(name)/error?[ERRORCODE]</Error><Impression>https://t.example/\(name)/impression</Impression></Wrapper></Ad>
        """
    }

    static func vast(_ ads: String...) -> String {
        "<VAST version=\"4.2\"><Error>https://t.example/document/error?[ERRORCODE]</Error>\(ads.joined())</VAST>"
    }

    static func vmap(_ breaks: [(offset: String, tag: String)]) -> String {
        let list = breaks.enumerated().map { index, adBreak in
            let trackers = ["breakStart", "breakEnd", "error"].map {
                "<vmap:Tracking event=\"\($0)\">https://t.example/break\(index)/\($0)</vmap:Tracking>"
            }
            return """
                <vmap:AdBreak timeOffset="\(adBreak.offset)" breakType="linear" breakId="b\(index)"><vmap:AdSource>\
                <vmap:AdTagURI templateType="vast4"><![CDATA[\(adBreak.tag)]]></vmap:AdTagURI></vmap:AdSource>\
                <vmap:TrackingEvents>\(trackers.joined())</vmap:TrackingEvents></vmap:AdBreak>
                """
        }
        return "<vmap:VMAP xmlns:vmap=\"http://www.iab.net/videosuite/vmap\" version=\"1.0\">\(list.joined())</vmap:VMAP>"
    }

    static let companion = """
        <Creative><CompanionAds><Companion width="300" height="250"><StaticResource creativeType="image/png">https://m.example/c.png</StaticResource>\
        <TrackingEvents><Tracking event="creativeView">https://t.example/companion/creativeView</Tracking></TrackingEvents>\
        <CompanionClickThrough>https://shop.example/c</CompanionClickThrough></Companion></CompanionAds></Creative>
        """
}
