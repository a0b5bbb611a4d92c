import PlayheadDASH
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
