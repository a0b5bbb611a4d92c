import PlayheadDASH
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("The tracks of a manifest")
struct DASHTracksTests {
    @Test(
        "A representation with a known essential property is played, and one with an unknown one is left out with a warning",
        arguments: [
            ("urn:mpeg:mpegB:cicp:TransferCharacteristics", 1, []), ("http://dashif.org/guidelines/trickmode", 0, []),
            ("urn:example:unknown", 0, ["line 2: an essential property is unknown: urn:example:unknown"]),
        ] as [(String, Int, [String])])
    func essentialProperties(scheme: String, rungs: Int, warnings: [String]) throws {
        let text = """
            <MPD type="static" mediaPresentationDuration="PT6S"><Period>
            <AdaptationSet contentType="video"><SegmentTemplate media="$Number$" duration="1"/>
            <Representation id="v" bandwidth="1" mimeType="video/mp4" codecs="avc1.42c00c">
            <EssentialProperty schemeIdUri="\(scheme)" value="1"/></Representation></AdaptationSet></Period></MPD>
            """
        let tracks = DASHTracks(try Manifest.parse(Array(text.utf8), url: "http://a.test/"), url: "http://a.test/")
        #expect(tracks.rungs.count == rungs && tracks.warnings.map(\.description) == warnings)
    }

    /// Returns the tracks of a period with these sets.
    private func tracks(_ sets: String) throws -> DASHTracks {
        let text = "<MPD type=\"static\" mediaPresentationDuration=\"PT6S\"><Period>\(sets)</Period></MPD>"
        return DASHTracks(try Manifest.parse(Array(text.utf8), url: "http://a.test/"), url: "http://a.test/")
    }

    @Test(
        "Pictures of a high dynamic range are played only if there are no others",
        arguments: [
            ("avc1.64001f", "", ["sdr", "two"]), ("avc1.64001f", "16", ["sdr"]), ("avc1.64001f", "18", ["sdr"]),
            ("avc1.64001f", "1", ["sdr", "two"]), ("dvh1.05.06", "", ["sdr"]),
        ])
    func highDynamicRange(codec: String, transfer: String, expected: [String]) throws {
        func representation(_ id: String, _ codec: String) -> String {
            "<Representation id=\"\(id)\" bandwidth=\"1\" mimeType=\"video/mp4\" codecs=\"\(codec)\"><BaseURL>a.mp4</BaseURL>"
        }
        let property = "<SupplementalProperty schemeIdUri=\"urn:mpeg:mpegB:cicp:TransferCharacteristics\" value=\"\(transfer)\"/>"
        let sdr = representation("sdr", "avc1.64001f") + "</Representation>"
        let two = representation("two", codec)
        // In one set, and in two sets, of which that with the high dynamic range is preferred.
        let one = try tracks("<AdaptationSet contentType=\"video\">\(two)\(property)</Representation>\(sdr)</AdaptationSet>")
        let preferred = "<AdaptationSet contentType=\"video\" selectionPriority=\"2\">\(property)\(two)</Representation></AdaptationSet>"
        let separate = try tracks("\(preferred)<AdaptationSet contentType=\"video\">\(sdr)</AdaptationSet>")
        let alone = try tracks(preferred)
        #expect(Set(one.rungs.map(\.representation.id)) == Set(expected))
        #expect(Set(separate.rungs.map(\.representation.id)) == Set(expected))
        #expect(alone.rungs.map(\.representation.id) == ["two"])
    }

    @Test("Without pictures the best sound has the rungs, and those that differ in language are offered beside it")
    func soundOnly() throws {
        let sets = [("en", "mp4a.40.2"), ("de", "mp4a.40.2"), ("en", "ec-3")].map { language, codec in
            """
            <AdaptationSet contentType="audio" lang="\(language)"><Representation id="\(language)-\(codec)" bandwidth="1" \
            mimeType="audio/mp4" codecs="\(codec)"><BaseURL>a.mp4</BaseURL></Representation></AdaptationSet>
            """
        }
        let tracks = try tracks(sets.joined())
        #expect(tracks.rungs.map(\.representation.id) == ["en-mp4a.40.2"])
        #expect(tracks.sounds.map { $0.map(\.representation.id) } == [["de-mp4a.40.2"]])
        #expect(Set(tracks.all.map(\.url)).count == 2)
    }

    @Test("Sets of another codec have rungs of the same ladder only if switching is declared", arguments: [true, false])
    func switching(isDeclared: Bool) throws {
        let property = "<SupplementalProperty schemeIdUri=\"urn:mpeg:dash:adaptation-set-switching:2016\" value=\"3, 2\"/>"
        let sets = [("1", "avc1.64001f"), ("2", "hvc1.1.6.L93.B0")].map { id, codec in
            """
            <AdaptationSet id="\(id)" contentType="video">\(isDeclared ? property : "")<Representation id="\(codec)" bandwidth="\(id)" \
            mimeType="video/mp4" codecs="\(codec)"><BaseURL>a.mp4</BaseURL></Representation></AdaptationSet>
            """
        }
        let rungs = try tracks(sets.joined()).rungs.map(\.representation.id)
        #expect(rungs == (isDeclared ? ["avc1.64001f", "hvc1.1.6.L93.B0"] : ["avc1.64001f"]))
    }

    @Test(
        "A track continues in another period with the set of its language, role and codec, and the nearest size and bit rate",
        arguments: [("low", "2"), ("middle", "2"), ("high", "1"), ("english", "8"), ("comment", "6"), ("german", "5")])
    func otherPeriod(id: String, expected: String) throws {
        func sound(_ id: String, _ language: String, _ role: String, _ codec: String = "mp4a.40.2") -> String {
            """
            <AdaptationSet contentType="audio" lang="\(language)"><Role schemeIdUri="urn:mpeg:dash:role:2011" value="\(role)"/>
            <Representation id="\(id)" bandwidth="64000" mimeType="audio/mp4" codecs="\(codec)"><BaseURL>a.mp4</BaseURL></Representation>
            </AdaptationSet>
            """
        }
        func picture(_ id: String, height: Int, bandwidth: Int) -> String {
            """
            <Representation id="\(id)" bandwidth="\(bandwidth)" width="16" height="\(height)" mimeType="video/mp4" codecs="avc1.64001f">
            <BaseURL>a.mp4</BaseURL></Representation>
            """
        }
        let pictures = [
            picture("low", height: 360, bandwidth: 500) + picture("middle", height: 720, bandwidth: 2000)
                + picture("high", height: 1080, bandwidth: 4000),
            picture("1", height: 1080, bandwidth: 3000) + picture("2", height: 400, bandwidth: 600),
        ]
        let sounds = [
            sound("english", "en", "main") + sound("comment", "en", "commentary") + sound("german", "de", "dub"),
            sound("5", "de", "dub") + sound("6", "en", "commentary") + sound("7", "en", "main", "ec-3") + sound("8", "en", "main"),
        ]
        let periods = zip(pictures, sounds).map { pictures, sounds in
            "<Period duration=\"PT3S\"><AdaptationSet contentType=\"video\">\(pictures)</AdaptationSet>\(sounds)</Period>"
        }
        let manifest = try Manifest.parse(Array("<MPD type=\"static\">\(periods.joined())</MPD>".utf8), url: "http://a.test/")
        let track = try #require(DASHTracks(manifest, url: "http://a.test/").all.first { $0.representation.id == id })
        #expect(DASHTracks.representation(of: track, in: manifest.periods[1])?.id == expected)
    }

    @Test("Representations without codecs are played by their media types")
    func withoutCodecs() throws {
        let sets = ["video", "audio"].map { kind in
            """
            <AdaptationSet><Representation id="\(kind)" bandwidth="1" mimeType="\(kind)/mp4"><BaseURL>a.mp4</BaseURL></Representation>
            </AdaptationSet>
            """
        }
        let tracks = try tracks(sets.joined())
        #expect(tracks.rungs.map(\.representation.id) == ["video"] && tracks.warnings.isEmpty)
        #expect(tracks.sounds.map { $0.map(\.representation.id) } == [["audio"]])
    }

    @Test("The tracks of ten thousand representations are selected in time")
    func manyRepresentations() throws {
        let representations = (0..<100).map { number in
            """
            <Representation id="\(number)" bandwidth="\(number + 1)" mimeType="video/mp4" codecs="avc1.42c00c"><BaseURL>a.mp4</BaseURL>
            </Representation>
            """
        }
        let set = "<AdaptationSet contentType=\"video\">\(representations.joined())</AdaptationSet>"
        var found: DASHTracks?
        let time = try processorTime { found = try tracks(String(repeating: set, count: 100)) }
        #expect(found?.rungs.count == 10_000 && time < 30)
    }

    @Test("Captions with an unknown essential property are not offered")
    func captions() throws {
        let sets = ["urn:mpeg:dash:srd:2014", "urn:example:unknown"].map { scheme in
            """
            <AdaptationSet contentType="text" lang="\(scheme.suffix(4))"><EssentialProperty schemeIdUri="\(scheme)"/>
            <Representation id="t" bandwidth="1" mimeType="text/vtt"><BaseURL>t.vtt</BaseURL></Representation></AdaptationSet>
            """
        }
        #expect(try tracks(sets.joined()).captions.map(\.set.language) == ["2014"])
    }
}
