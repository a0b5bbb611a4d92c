import PlayheadAdaptive
import PlayheadCore
import PlayheadDASH
import PlayheadTestKit
import Testing

@testable import PlayheadEngine

@Suite("The bit rates of the sound of a DASH presentation")
struct SoundRateTests {
    private let clock = ManualClock()
    private let url = "http://a.test/x.mpd"

    /// Returns a presentation with pictures and a sound, whose representations have these identifiers, bit rates and other attributes.
    private func presentation(
        _ sounds: [(String, Int, String)], bases: [String] = [], start: StartMeasurements = StartMeasurements()
    ) throws -> DASHPresentation {
        let representations = sounds.map { id, bandwidth, attributes in
            "<Representation id='\(id)' bandwidth='\(bandwidth)' mimeType='audio/mp4' \(attributes)/>"
        }
        let template = "<SegmentTemplate media='$RepresentationID$-$Number$' duration='2'/>"
        let text = """
            <MPD type='static' mediaPresentationDuration='PT20S'>\(bases.map { "<BaseURL>\($0)</BaseURL>" }.joined())<Period>
            <AdaptationSet contentType='video'>\(template)<Representation id='v' bandwidth='9' mimeType='video/mp4' codecs='avc1.42c00c'/>
            </AdaptationSet><AdaptationSet contentType='audio'>\(template)\(representations.joined())</AdaptationSet></Period></MPD>
            """
        return try DASHPresentation(
            url: url, manifest: try Manifest.parse(Array(text.utf8), url: url), location: url, wallClock: nil,
            resources: SegmentResources(loader: TextLoader([:]), options: RequestOptions(), clock: clock, start: start),
            timeline: PresentationTimeline(), latency: nil, metadata: nil, report: { _ in })
    }

    private static let two = [("low", 64_000, "codecs='mp4a.40.2'"), ("high", 128_000, "codecs='mp4a.40.2'")]

    /// Returns the sound that a presentation starts with.
    private func first(_ presentation: DASHPresentation) async throws -> RenditionSelection {
        let options = presentation.audioOptions(beside: LadderPosition(rung: 0, place: 0))
        #expect(options.count == 1)
        let location = try #require(options.first?.url)
        return RenditionSelection(rendition: try await presentation.rendition(at: location, following: nil))
    }

    /// Returns the URL of the segment at 4 s.
    private func segment(of selection: RenditionSelection) -> String? {
        selection.rendition.segment(at: selection.rendition.cursor(at: 4))?.url
    }

    private func chooser(_ presentation: DASHPresentation, _ throughput: Locked<Double?>) -> AudioRateChooser {
        AudioRateChooser(
            FixedChooser(clock: clock, warn: { _ in }), presentation: presentation, clock: clock,
            throughput: { throughput.withLock { $0 } }, warn: { _ in })
    }

    @Test("Sound takes a small part of the throughput, and keeps its bit rate in a range between two parts")
    func throughput() async throws {
        let presentation = try presentation(Self.two)
        let throughput = Locked<Double?>(nil)
        let chooser = chooser(presentation, throughput)
        var selection = try await first(presentation)
        var played: [String?] = []
        for value in [nil, 5_000_000, 700_000, 600_000, 1_200_000, 1_300_000] as [Double?] {
            throughput.withLock { $0 = value }
            selection = await chooser.selection(at: selection.rendition.cursor(at: 4), of: selection)
            played.append(segment(of: selection))
        }
        let expected = ["high", "high", "high", "low", "low", "high"].map { "http://a.test/\($0)-3" }
        #expect(played == expected.map(Optional.some))
    }

    @Test("The bit rate of sound is known, and the lowest and the highest one that can be selected")
    func bitrates() async throws {
        let presentation = try presentation(Self.two)
        let selection = try await first(presentation)
        let range = chooser(presentation, Locked(nil)).bitrates(insteadOf: selection)
        #expect(selection.rendition.bitrate == 128_000 && range == 64_000...128_000)
    }

    @Test("A bit rate that is missing is replaced by another one, and used again after a minute")
    func failure() async throws {
        let presentation = try presentation(Self.two)
        let throughput = Locked<Double?>(5_000_000)
        let chooser = chooser(presentation, throughput)
        let high = try await first(presentation)
        let cursor = high.rendition.cursor(at: 4)
        let missing = try #require(high.rendition.segment(at: cursor))
        guard case .use(let low) = await chooser.recover(from: PlaybackError(.segmentStatus(404)), at: missing, of: high) else {
            Issue.record("There is another bit rate.")
            return
        }
        #expect(segment(of: low) == "http://a.test/low-3")
        #expect(segment(of: await chooser.selection(at: cursor, of: low)) == "http://a.test/low-3")
        clock.advance(by: 61)
        #expect(segment(of: await chooser.selection(at: cursor, of: low)) == "http://a.test/high-3")
    }

    @Test("Another bit rate comes from the same server")
    func server() async throws {
        let presentation = try presentation(Self.two, bases: ["http://b.test/", "http://c.test/"])
        let throughput = Locked<Double?>(100_000)
        let options = presentation.audioOptions(beside: LadderPosition(rung: 0, place: 0))
        let places = try #require(presentation.pathways).audioPlaces(sameAs: try #require(options.first?.url)).places
        let second = RenditionSelection(rendition: try await presentation.rendition(at: try #require(places.last).url, following: nil))
        #expect(segment(of: second) == "http://c.test/high-3")
        let other = await chooser(presentation, throughput).selection(at: second.rendition.cursor(at: 4), of: second)
        #expect(segment(of: other) == "http://c.test/low-3")
    }

    @Test("On a network on which the manifest arrived slowly, sound begins with a low bit rate")
    func start() async throws {
        let usual = try await first(try presentation(Self.two))
        var slow = StartEstimate()
        slow.add(pieces: 10, bytes: 20_000, seconds: 1)
        let reduced = try await first(try presentation(Self.two, start: StartMeasurements(slow)))
        #expect(segment(of: usual) == "http://a.test/high-3" && segment(of: reduced) == "http://a.test/low-3")
    }

    @Test(
        "Only bit rates in one format, up to a usual one, are played",
        arguments: [
            ("codecs='mp4a.40.5'", 64_000), ("codecs='mp4a.40.2' audioSamplingRate='24000'", 64_000), ("codecs='mp4a.40.2'", 640_000),
        ])
    func format(attributes: String, bandwidth: Int) async throws {
        let presentation = try presentation([("other", bandwidth, attributes), Self.two[1]])
        let selection = try await first(presentation)
        #expect(segment(of: selection) == "http://a.test/high-3" && presentation.audioRates(sameAs: selection.rendition.url).isEmpty)
    }
}
