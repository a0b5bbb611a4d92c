import PlayheadAds

/// Parsing of the document of a pod of ads.
enum VASTWorkloads {
    private static let ads = 5
    private static let mediaFiles = 6
    private static let events = [
        "loaded", "creativeView", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute", "pause", "resume",
        "skip",
    ]

    static var all: [Workload] {
        let document = Array(text.utf8)
        return [
            Workload("vast-parse") {
                document
            } work: {
                try VASTParser.parse($0)
            } check: { _, document in
                document.pod.count == ads && document.warnings.isEmpty && document.pod.allSatisfy(isComplete)
            }
        ]
    }

    private static func isComplete(_ ad: VASTAd) -> Bool {
        guard let linear = ad.creatives.first?.linear else { return false }
        return linear.mediaFiles.count == mediaFiles && linear.trackingEvents.count == events.count
    }

    private static var text: String {
        "<VAST version=\"4.2\"><Error>https://ads.example/error</Error>\((1...ads).map(ad).joined())</VAST>"
    }

    private static func ad(_ number: Int) -> String {
        let tracking = events.map { "<Tracking event=\"\($0)\"><![CDATA[https://t.example/\(number)/\($0)?cb=[CACHEBUSTING]]]></Tracking>" }
        let media = (1...mediaFiles).map { rung in
            """
            <MediaFile delivery="progressive" type="video/mp4" width="\(320 * rung)" height="\(180 * rung)" bitrate="\(800 * rung)">\
            <![CDATA[https://media.example/\(number)/\(rung).mp4]]></MediaFile>
            """
        }
        return """
            <Ad id="\(number)" sequence="\(number)"><InLine><AdSystem version="1">server</AdSystem><AdTitle>Ad \(number)</AdTitle>
            <Error><![CDATA[https://t.example/\(number)/error?[ERRORCODE]]]></Error>
            <Impression id="i"><![CDATA[https://t.example/\(number)/impression]]></Impression>
            <Creatives><Creative id="c-\(number)" sequence="1"><UniversalAdId idRegistry="r">v-\(number)</UniversalAdId>
            <Linear skipoffset="00:00:05"><Duration>00:00:15</Duration><TrackingEvents>\(tracking.joined())</TrackingEvents>
            <VideoClicks><ClickThrough>https://shop.example/\(number)</ClickThrough></VideoClicks>
            <MediaFiles>\(media.joined())</MediaFiles></Linear></Creative></Creatives></InLine></Ad>
            """
    }
}
