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
}
