import Foundation
import Testing

@testable import PlayheadOrigin

/// Tests manifests of DASH with the segments of recordings and broadcasts.
@Suite struct PresentationManifestTests {
    private static let multivariant = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,URI="sound/main.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.4d401e,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=29.97,AUDIO="a"
        video&1/main.m3u8
        """

    /// A recording whose second segment follows a discontinuity.
    private func recording() throws -> RecordedPresentation {
        let media = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:4
            #EXT-X-MAP:URI="init.mp4",BYTERANGE="100@0"
            #EXTINF:4,
            s0.m4s
            #EXT-X-DISCONTINUITY
            #EXTINF:2,
            #EXT-X-BYTERANGE:500@1000
            s1.m4s
            #EXT-X-ENDLIST
            """
        let texts = ["main.m3u8": Self.multivariant, "video&1/main.m3u8": media, "sound/main.m3u8": media]
        var recording = try RecordedPresentation(entry: "main.m3u8") { texts[$0] }
        for path in recording.order {
            for (index, start) in [5_000_000, 0].enumerated() { recording.tracks[path]?.segments[index].mediaStart = start }
            recording.tracks[path]?.bitRate = 64_000
        }
        return recording
    }

    private func live(
        _ options: LiveOptions, faults: [LiveFault] = [], path: String = "main.mpd", query: String? = nil, at time: Double
    ) throws -> String {
        var options = options
        options.hasManifest = true
        let presentation = try LivePresentation(recording(), options: options, faults: faults)
        let answer = presentation.answer(to: LiveRequest(path: path, query: query), at: time)
        switch answer {
        case .manifest(let text), .patch(let text): return text
        default: return "\(answer)"
        }
    }

    private func lines(_ text: String, with name: String) -> [String] {
        text.split(separator: "\n").filter { $0.contains(name) }.map(String.init)
    }

    @Test("A recording has a period for each group of continuous times, and a set for the pictures and each language")
    func onDemand() throws {
        let text = try recording().manifest
        #expect(
            lines(text, with: "<Period") == ["<Period id=\"0-0\" start=\"PT0.000S\">", "<Period id=\"0-1\" start=\"PT4.000S\">"])
        #expect(lines(text, with: "type=\"static\"").first?.contains("mediaPresentationDuration=\"PT6.000S\"") == true)
        #expect(
            lines(text, with: "<AdaptationSet").prefix(2) == [
                "<AdaptationSet id=\"1\" segmentAlignment=\"true\" contentType=\"video\" mimeType=\"video/mp4\">",
                "<AdaptationSet id=\"2\" segmentAlignment=\"true\" contentType=\"audio\" mimeType=\"audio/mp4\" lang=\"de\">",
            ])
        #expect(
            lines(text, with: "<Representation").prefix(2) == [
                "<Representation id=\"0\" bandwidth=\"800000\" codecs=\"avc1.4d401e\" width=\"640\" height=\"360\" frameRate=\"29970/1000\">",
                "<Representation id=\"1\" bandwidth=\"64000\" codecs=\"mp4a.40.2\">",
            ])
        #expect(
            lines(text, with: "<SegmentTimeline").prefix(3) == [
                "<SegmentTimeline><S t=\"5000000\" d=\"4000000\"/></SegmentTimeline>",
                "<SegmentTimeline><S t=\"5000000\" d=\"4000000\"/></SegmentTimeline>",
                "<SegmentTimeline><S t=\"0\" d=\"2000000\"/></SegmentTimeline>",
            ])
        #expect(lines(text, with: "<SegmentURL").contains("<SegmentURL media=\"video&amp;1/s1.m4s\" mediaRange=\"1000-1499\"/>"))
        #expect(lines(text, with: "<Initialization").first == "<Initialization sourceURL=\"video&amp;1/init.mp4\" range=\"0-99\"/>")
    }

    @Test("A broadcast lists what is complete, from the window on, with a period for each repetition")
    func broadcast() throws {
        let text = try live(LiveOptions(window: .segments(3), initialDuration: 10, startDate: 1_700_000_000), at: 2.5)
        #expect(
            lines(text, with: "<MPD").first?.contains(
                "type=\"dynamic\" availabilityStartTime=\"2023-11-14T22:13:10.000Z\" publishTime=\"2023-11-14T22:13:22.000Z\"") == true)
        #expect(lines(text, with: "minimumUpdatePeriod=\"PT2.000S\"").count == 1)
        #expect(
            lines(text, with: "<Period") == [
                "<Period id=\"0-1\" start=\"PT4.000S\">", "<Period id=\"0-2\" start=\"PT6.000S\">",
                "<Period id=\"0-3\" start=\"PT10.000S\">",
            ])
        #expect(lines(text, with: "<SegmentURL").contains("<SegmentURL media=\"sound/s0.2.m4s\"/>"))
        #expect(lines(text, with: "http-iso:2014").first?.contains("value=\"main.time\"") == true)
        let clock = try LivePresentation(recording(), options: LiveOptions(startDate: 1_700_000_000, hasManifest: true))
        #expect(clock.answer(to: LiveRequest(path: "main.time"), at: 2.5) == .date("2023-11-14T22:13:22.500Z"))
        #expect(try live(LiveOptions(startDate: nil), at: 0) == "file(\"main.mpd\")")
    }

    @Test("With continuous times the media of a repetition continues; the end has a duration and no next update")
    func continuous() throws {
        let options = LiveOptions(window: .event, initialDuration: 0, endsAfter: 10, startDate: 0, isContinuous: true)
        let text = try live(options, at: 30)
        #expect(lines(text, with: "<Period").count == 3 && !text.contains("minimumUpdatePeriod"))
        #expect(lines(text, with: "<SegmentTimeline").contains("<SegmentTimeline><S t=\"11000000\" d=\"4000000\"/></SegmentTimeline>"))
        #expect(lines(text, with: "<MPD").first?.contains("mediaPresentationDuration=\"PT10.000S\"") == true)
    }

    @Test("Text has a set for each language, on demand and in each repetition, but not with continuous times")
    func text() throws {
        let media = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI=\"init.mp4\"\n#EXTINF:4,\ns0.m4s\n#EXT-X-ENDLIST\n"
        let captions = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nt0.vtt\n#EXTINF:2,\nt1.vtt\n#EXT-X-ENDLIST\n"
        let texts = [
            "main.m3u8":
                "#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"Deutsch\",LANGUAGE=\"de\",URI=\"text.m3u8\"\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=1000,SUBTITLES=\"s\"\nvideo.m3u8\n",
            "video.m3u8": media, "text.m3u8": captions,
        ]
        var recording = try RecordedPresentation(entry: "main.m3u8") { texts[$0] }
        for path in recording.order { recording.tracks[path]?.segments[0].mediaStart = 0 }
        let head = "<AdaptationSet id=\"2\" segmentAlignment=\"true\" contentType=\"text\" mimeType=\"text/vtt\" lang=\"de\">"
        #expect(lines(recording.manifest, with: "contentType=\"text\"") == [head])
        #expect(lines(recording.manifest, with: ".vtt").count == 2)
        for (isContinuous, count) in [(false, 2), (true, 0)] {
            let options = LiveOptions(window: .event, initialDuration: 8, startDate: 0, isContinuous: isContinuous, hasManifest: true)
            let answer = try LivePresentation(recording, options: options).answer(to: LiveRequest(path: "main.mpd"), at: 0)
            guard case .manifest(let text) = answer else {
                Issue.record("\(answer)")
                return
            }
            #expect(lines(text, with: "contentType=\"text\"").count == count && text.contains("t1.3.vtt") == (count > 0))
        }
    }

    // MARK: Patches

    private static let patched = LiveOptions(
        window: .segments(3), initialDuration: 10, startDate: 1_700_000_000, isContinuous: false, hasPatches: true)

    @Test("A patch removes what has left the window, and adds what is new")
    func patch() throws {
        let old = try live(Self.patched, at: 0.5)
        #expect(
            lines(old, with: "<PatchLocation") == ["<PatchLocation ttl=\"60\">main.mpp?version=10000</PatchLocation>"]
                && old.contains("<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\""))
        let text = try live(Self.patched, path: "main.mpp", query: "version=10000", at: 6.5)
        #expect(
            lines(text, with: "<Patch").first?.hasSuffix(
                "mpdId=\"playhead\" originalPublishTime=\"2023-11-14T22:13:20.000Z\" publishTime=\"2023-11-14T22:13:26.000Z\">") == true)
        #expect(lines(text, with: "PatchLocation").first?.contains("/MPD/PatchLocation[1]") == true && text.contains("version=16000"))
        #expect(lines(text, with: "<remove sel=\"/MPD/Period[@id='0-0']\"/>").count == 1)
        #expect(lines(text, with: "pos=\"after\"").first?.contains("/MPD/Period[@id='0-2']") == true)
    }

    @Test("A patch without news has the publish time only")
    func emptyPatch() throws {
        let text = try live(Self.patched, path: "main.mpp", query: "version=10000", at: 0.5)
        #expect(lines(text, with: "sel=\"/MPD/@publishTime\"").count == 1 && !text.contains("Period"))
    }

    @Test(
        "A patch of an unknown version is refused",
        arguments: [
            (nil, 400), ("version=", 400), ("version=-1", 400), ("version=99999999999999999999", 404), ("version=20000", 404),
            ("version=9999", 410), ("x=10000&version=10000", 200),
        ] as [(String?, Int)])
    func unknownVersions(query: String?, status: Int) throws {
        let answer = try live(Self.patched, path: "main.mpp", query: query, at: 0.5)
        #expect(answer.contains(status == 200 ? "<Patch" : "failure(status: \(status)"), "\(answer)")
    }

    @Test("A version far in the future is refused, also if the manifest lists all segments since the beginning")
    func distantVersion() throws {
        let options = LiveOptions(window: .event, initialDuration: 10, startDate: 0, hasPatches: true)
        #expect(try live(options, path: "main.mpp", query: "version=999999999999999", at: 1).contains("failure(status: 404"))
    }

    @Test("A patch answers 410 a minute after its version; without the option there is no patch")
    func gone() throws {
        let options = LiveOptions(window: .event, initialDuration: 10, startDate: 0, hasPatches: true)
        #expect(try live(options, path: "main.mpp", query: "version=10000", at: 60).contains("<Patch"))
        #expect(try live(options, path: "main.mpp", query: "version=10000", at: 62).contains("410"))
        #expect(try live(LiveOptions(startDate: 0), path: "main.mpp", query: "version=10000", at: 1) == "file(\"main.mpp\")")
    }

    // MARK: Faults

    @Test("A shrunk manifest lists less, and is newer; a stale one keeps its publish time")
    func publishTimes() throws {
        let faults = [LiveFault(.shrunk(2), at: 1, duration: 1)]
        let options = LiveOptions(window: .event, initialDuration: 10, startDate: 1_700_000_000)
        let texts = try [0.5, 1.5, 2.5].map { try live(options, faults: faults, at: $0) }
        #expect(texts.map { lines($0, with: "<Period").count } == [3, 2, 4])
        let times = texts.map { $0.firstMatch(of: /publishTime="2023-11-14T22:13:([0-9.]+)Z"/)?.output.1 ?? "" }
        #expect(times == ["20.000", "21.000", "22.000"])
        let stale = try live(options, faults: [LiveFault(.stale, at: 0)], at: 7)
        #expect(stale.contains("publishTime=\"2023-11-14T22:13:20.000Z\"") && lines(stale, with: "<Period").count > 4)
    }

    @Test("The start, the location, the clock and the patched manifest can be wrong")
    func wrong() throws {
        let faults = [LiveFault(.skew(60)), LiveFault(.location("a&b.mpd")), LiveFault(.clock(-5)), LiveFault(.foreignPatch)]
        let text = try live(Self.patched, faults: faults, at: 0)
        #expect(text.contains("availabilityStartTime=\"2023-11-14T22:14:10.000Z\""))
        #expect(lines(text, with: "<Location") == ["<Location>a&amp;b.mpd</Location>"])
        #expect(try live(Self.patched, faults: faults, path: "main.time", at: 0) == "date(\"2023-11-14T22:13:15.000Z\")")
        #expect(
            try live(Self.patched, faults: faults, path: "main.mpp", query: "version=10000", at: 0).contains("mpdId=\"playhead-other\""))
    }
}
