import Foundation
import PlayheadOrigin

/// An ad server at an origin: tags, a wrapper, a VMAP document, creatives, pictures, and a collector of tracker requests. For tests,
/// examples and demonstrations.
///
/// ```swift
/// let ads = try await SampleAds(at: origin, media: streams.adMedia())
/// configuration.ads.advertising.vmapURL = ads.url(.vmap).absoluteString
/// ```
package struct SampleAds: Sendable {
    /// A document of the ad server.
    package enum Document: String, Sendable, CaseIterable {
        /// Breaks before the content, ten seconds into it and after it.
        case vmap
        /// A wrapper around ``pod``.
        case wrapper
        /// Two ads; the second has a companion.
        case pod
        /// An ad that is skippable after two seconds.
        case skippable
        /// An ad with an interactive part (SIMID) that opens the shop; skippable after two seconds.
        case interactive
        /// An ad.
        case single
        /// A picture that is shown over the content.
        case overlay
        /// A response without ads.
        case empty
    }

    /// A request of a tracker.
    package struct Call: Sendable, Hashable {
        /// The time when the request had been read, on the clock of the origin, in seconds.
        package var time: Double
        /// The ad and the event: `one/impression`.
        package var path: String
    }

    private let origin: LoopbackOrigin

    /// Serves the documents at an origin, below `ads/` and `t/`, with the media in the folder that ``SampleStreams/adMedia()`` returns.
    /// - Throws: The system's error if the media can't be read.
    package init(at origin: LoopbackOrigin, media: URL) throws {
        self.origin = origin
        for (file, type) in [
            ("one.mp4", "video/mp4"), ("two.mp4", "video/mp4"), ("long.mp4", "video/mp4"), ("companion.png", "image/png"),
            ("overlay.png", "image/png"),
        ] {
            origin.add("ads/\(file)", Array(try Data(contentsOf: media.appendingPathComponent(file))), type: type)
        }
        origin.add("ads/creative.html", text: Self.creative(reportingTo: tracker("interactive/")), type: "text/html")
        for document in Document.allCases { origin.add("ads/\(document.rawValue).xml", text: text(of: document), type: "text/xml") }
        origin.add("t/**") { _ in OriginResponse(status: 204) }
    }

    /// Returns the URL of a document.
    package func url(_ document: Document) -> URL { origin.url("ads/\(document.rawValue).xml") }

    /// The tracker requests so far, in the order in which they were read.
    package var calls: [Call] {
        origin.requests.filter { $0.path.hasPrefix("t/") }.map { Call(time: $0.time, path: String($0.path.dropFirst(2))) }
    }

    // MARK: Documents

    private func text(of document: Document) -> String {
        switch document {
        case .vmap: vmap([("start", .wrapper), ("00:00:10", .skippable), ("end", .single)])
        case .wrapper:
            vast(
                """
                <Ad id="wrapper"><Wrapper allowMultipleAds="true"><AdSystem>Broker</AdSystem><Impression>\(tracker("wrapper/impression"))</Impression>\
                <VASTAdTagURI><![CDATA[\(url(.pod).absoluteString)]]></VASTAdTagURI></Wrapper></Ad>
                """)
        case .pod: vast(ad("one", media: "one", sequence: 1), ad("two", media: "two", sequence: 2, more: companion))
        case .skippable: vast(ad("skippable", media: "two", skipOffset: " skipoffset=\"00:00:02\""))
        case .interactive:
            vast(ad("interactive", media: "long", duration: 20, skipOffset: " skipoffset=\"00:00:02\"", interactive: interactive))
        case .single: vast(ad("single", media: "one"))
        case .overlay: vast(overlay)
        case .empty: vast()
        }
    }

    private func tracker(_ path: String) -> String { origin.url("t/\(path)").absoluteString }

    private func vast(_ ads: String...) -> String {
        "<VAST version=\"4.3\"><Error><![CDATA[\(tracker("error"))?[ERRORCODE]]]></Error>\(ads.joined())</VAST>"
    }

    private func ad(
        _ name: String, media: String, duration: Int = 5, sequence: Int? = nil, skipOffset: String = "", interactive: String = "",
        more: String = ""
    )
        -> String
    {
        let events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute", "pause", "resume", "skip"]
        let tracking = events.map { "<Tracking event=\"\($0)\">\(tracker("\(name)/\($0)"))</Tracking>" }.joined()
        return """
            <Ad id="\(name)"\(sequence.map { " sequence=\"\($0)\"" } ?? "")><InLine><AdSystem>Playhead</AdSystem><AdTitle>\(name)</AdTitle>\
            <AdServingId>\(name)</AdServingId><Impression>\(tracker("\(name)/impression"))</Impression><Creatives><Creative id="\(name)">\
            <UniversalAdId idRegistry="unknown">unknown</UniversalAdId><Linear\(skipOffset)><Duration>00:00:\(duration < 10 ? "0" : "")\(duration)</Duration>\
            <TrackingEvents>\(tracking)</TrackingEvents><VideoClicks><ClickThrough>\(origin.url("shop").absoluteString)</ClickThrough>\
            <ClickTracking>\(tracker("\(name)/click"))</ClickTracking></VideoClicks><MediaFiles><MediaFile delivery="progressive" \
            type="video/mp4" width="640" height="360">\(origin.url("ads/\(media).mp4").absoluteString)</MediaFile>\(interactive)</MediaFiles></Linear>\
            </Creative>\(more)</Creatives></InLine></Ad>
            """
    }

    private var interactive: String {
        "<InteractiveCreativeFile type=\"text/html\" apiFramework=\"SIMID\">\(origin.url("ads/creative.html").absoluteString)</InteractiveCreativeFile>"
    }

    private var companion: String {
        """
        <Creative><CompanionAds><Companion width="300" height="250"><StaticResource creativeType="image/png">\
        \(origin.url("ads/companion.png").absoluteString)</StaticResource><TrackingEvents><Tracking event="creativeView">\
        \(tracker("companion/creativeView"))</Tracking></TrackingEvents><CompanionClickThrough>\(origin.url("shop").absoluteString)\
        </CompanionClickThrough></Companion></CompanionAds></Creative>
        """
    }

    private var overlay: String {
        """
        <Ad id="overlay"><InLine><AdSystem>Playhead</AdSystem><AdTitle>overlay</AdTitle><AdServingId>overlay</AdServingId>\
        <Impression>\(tracker("overlay/impression"))</Impression><Creatives><Creative><UniversalAdId idRegistry="unknown">unknown\
        </UniversalAdId><NonLinearAds><NonLinear width="468" height="60" minSuggestedDuration="00:00:10"><StaticResource \
        creativeType="image/png">\(origin.url("ads/overlay.png").absoluteString)</StaticResource><NonLinearClickThrough>\
        \(origin.url("shop").absoluteString)</NonLinearClickThrough></NonLinear></NonLinearAds></Creative></Creatives></InLine></Ad>
        """
    }

    private func vmap(_ breaks: [(offset: String, document: Document)]) -> String {
        let list = breaks.enumerated().map { index, adBreak in
            """
            <vmap:AdBreak timeOffset="\(adBreak.offset)" breakType="linear" breakId="break-\(index + 1)"><vmap:AdSource id="\(index + 1)">\
            <vmap:AdTagURI templateType="vast4"><![CDATA[\(url(adBreak.document).absoluteString)]]></vmap:AdTagURI></vmap:AdSource>\
            <vmap:TrackingEvents><vmap:Tracking event="breakStart">\(tracker("break-\(index + 1)/breakStart"))</vmap:Tracking>\
            <vmap:Tracking event="breakEnd">\(tracker("break-\(index + 1)/breakEnd"))</vmap:Tracking></vmap:TrackingEvents></vmap:AdBreak>
            """
        }
        return "<vmap:VMAP xmlns:vmap=\"http://www.iab.net/videosuite/vmap\" version=\"1.0\">\(list.joined())</vmap:VMAP>"
    }
}
