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

    private func live(_ options: LiveOptions, faults: [LiveFault] = [], at time: Double) throws -> String {
        var options = options
        options.hasManifest = true
        let answer = try LivePresentation(recording(), options: options, faults: faults).answer(to: LiveRequest(path: "main.mpd"), at: time)
        guard case .manifest(let text) = answer else { return "\(answer)" }
        return text
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
        #expect(lines(text, with: "direct:2014").first?.contains("value=\"2023-11-14T22:13:22.500Z\"") == true)
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
}
