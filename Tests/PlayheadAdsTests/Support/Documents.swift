import PlayheadAds

/// Creates documents for tests.
enum Documents {
    /// Returns a document.
    static func vast(_ ads: String..., version: String = "4.2", errors: [String] = []) -> String {
        "<VAST version=\"\(version)\">\(errors.map { "<Error>\($0)</Error>" }.joined())\(ads.joined())</VAST>"
    }

    /// Returns an inline ad with one media file.
    static func inline(
        _ id: String, sequence: Int? = nil, duration: String = "00:00:20", skipOffset: String? = nil, media: String? = nil,
        extra: String = "", linear: String = ""
    ) -> String {
        let media = media ?? mediaFile("https://media.example/\(id).mp4")
        let skip = skipOffset.map { " skipoffset=\"\($0)\"" } ?? ""
        return """
            <Ad id="\(id)"\(sequence.map { " sequence=\"\($0)\"" } ?? "")><InLine><AdSystem version="1">server</AdSystem><AdTitle>\(id)</AdTitle>\
            <Error>https://t.example/\(id)/error?[ERRORCODE]</Error><Impression>https://t.example/\(id)/impression</Impression>\(extra)\
            <Creatives><Creative id="c-\(id)"><Linear\(skip)><Duration>\(duration)</Duration>\(linear)\(tracking(id))\
            <VideoClicks><ClickThrough>https://shop.example/\(id)</ClickThrough><ClickTracking>https://t.example/\(id)/click</ClickTracking></VideoClicks>\
            <MediaFiles>\(media)</MediaFiles></Linear></Creative></Creatives></InLine></Ad>
            """
    }

    static let events = [
        "loaded", "creativeView", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute", "pause", "resume",
        "skip",
        "closeLinear", "playerExpand", "playerCollapse",
    ]

    static func tracking(_ id: String) -> String {
        let events = events.map { "<Tracking event=\"\($0)\">https://t.example/\(id)/\($0)</Tracking>" }
        return "<TrackingEvents>\(events.joined())</TrackingEvents>"
    }

    static func mediaFile(
        _ url: String, type: String = "video/mp4", size: (Int, Int) = (640, 360), bitrate: Int = 1000, more: String = ""
    ) -> String {
        "<MediaFile delivery=\"progressive\" type=\"\(type)\" width=\"\(size.0)\" height=\"\(size.1)\" bitrate=\"\(bitrate)\" \(more)>\(url)</MediaFile>"
    }

    /// Returns a wrapper with trackers.
    static func wrapper(_ id: String, to url: String, sequence: Int? = nil, attributes: String = "", extra: String = "") -> String {
        """
        <Ad id="\(id)"\(sequence.map { " sequence=\"\($0)\"" } ?? "")><Wrapper \(attributes)><AdSystem>\(id)</AdSystem><VASTAdTagURI><![CDATA[\(url)]]></VASTAdTagURI>\
        <Error>https://t.example/\(id)/error?[ERRORCODE]</Error><Impression>https://t.example/\(id)/impression</Impression>\(extra)\
        <Creatives><Creative><Linear>\(tracking(id))<VideoClicks><ClickTracking>https://t.example/\(id)/click</ClickTracking></VideoClicks>\
        </Linear></Creative></Creatives></Wrapper></Ad>
        """
    }

    static func parse(_ text: String) throws -> VASTDocument { try VASTParser.parse(Array(text.utf8)) }
}
