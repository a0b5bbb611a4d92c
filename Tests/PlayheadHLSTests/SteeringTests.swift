import TestSupport
import Testing

@testable import PlayheadHLS

@Suite struct SteeringTests {
    static let main = """
        #EXTM3U
        #EXT-X-CONTENT-STEERING:SERVER-URI="/steering?video=7",PATHWAY-ID="B"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aA",NAME="English",URI="a/en.m3u8",STABLE-RENDITION-ID="en"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aB",NAME="English",URI="https://b.example/en.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="aA",PATHWAY-ID="A",STABLE-VARIANT-ID="low"
        https://a.example:8443/low.m3u8?x=1
        #EXT-X-STREAM-INF:BANDWIDTH=2000,AUDIO="aA",PATHWAY-ID="A",STABLE-VARIANT-ID="high"
        https://a.example/high.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="aB",PATHWAY-ID="B"
        https://b.example/low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=2000,AUDIO="aB",PATHWAY-ID="B"
        https://b.example/high.m3u8
        """

    private func manifest(_ rest: String) -> SteeringState.Input {
        .loaded(Array("{\"VERSION\":1,\(rest)}".utf8), url: "https://steer.example/a/b?video=7")
    }

    @Test("the playlist determines the first pathway and the URL of the manifest")
    func opening() throws {
        var state = SteeringState(try multivariant(Self.main))
        #expect(state.pathway == "B" && state.current.variants.map(\.uri) == ["https://b.example/low.m3u8", "https://b.example/high.m3u8"])
        #expect(state.handle(.opened, at: 0) == [.loadManifest(after: 0)])
        #expect(
            state.manifestURL(throughput: 5_140_000)
                == "https://cdn.example/steering?video=7&_HLS_pathway=%22B%22&_HLS_throughput=5140000")
    }

    @Test("the manifest determines the order, and is reloaded after its time to live, from its reload URI")
    func priority() throws {
        var state = SteeringState(try multivariant(Self.main))
        let actions = state.handle(manifest(#""TTL":60,"RELOAD-URI":"next","PATHWAY-PRIORITY":["Z","A","B"]"#), at: 0)
        #expect(actions == [.switchPathway("A"), .loadManifest(after: 60)] && state.pathway == "A")
        #expect(state.manifestURL(throughput: nil) == "https://steer.example/a/next?_HLS_pathway=%22A%22")
        #expect(state.handle(manifest(#""PATHWAY-PRIORITY":["A"]"#), at: 60) == [.loadManifest(after: 300)])
    }

    @Test("a failed pathway is avoided for a while, unless all have failed")
    func penalties() throws {
        var state = SteeringState(try multivariant(Self.main))
        _ = state.handle(manifest(#""PATHWAY-PRIORITY":["A","B"]"#), at: 0)
        #expect(state.handle(.pathwayFailed, at: 10) == [.switchPathway("B")])
        #expect(state.handle(manifest(#""PATHWAY-PRIORITY":["A","B"]"#), at: 20) == [.loadManifest(after: 300)])
        #expect(state.handle(.pathwayFailed, at: 30) == [] && state.pathway == "B")
        #expect(state.handle(manifest(#""PATHWAY-PRIORITY":["A","B"]"#), at: 311) == [.switchPathway("A"), .loadManifest(after: 300)])
    }

    @Test("a server that is gone is not requested again; a busy one after its Retry-After")
    func failures() throws {
        var state = SteeringState(try multivariant(Self.main))
        #expect(state.handle(.loadFailed(status: 503, retryAfter: nil), at: 0) == [.loadManifest(after: 300)])
        #expect(state.handle(.loadFailed(status: 429, retryAfter: 20), at: 0) == [.loadManifest(after: 20)])
        #expect(state.handle(manifest(#""TTL":"#), at: 0) == [.loadManifest(after: 300)])
        #expect(state.handle(.loadFailed(status: 410, retryAfter: nil), at: 0) == [] && state.manifestURL(throughput: nil) == nil)
    }

    @Test("a pathway can be cloned from another one: with another host, parameters, and separate URIs")
    func clones() throws {
        var state = SteeringState(try multivariant(Self.main))
        let clone =
            #"{"BASE-ID":"A","ID":"C","URI-REPLACEMENT":{"HOST":"c.example","PARAMS":{"z":"1","b":"x y"},"PER-VARIANT-URIS":{"high":"https://d.example/h.m3u8"},"PER-RENDITION-URIS":{"en":"https://d.example/en.m3u8"}}}"#
        let again = #"{"BASE-ID":"C","ID":"D","URI-REPLACEMENT":{"HOST":"e.example:80"}}"#
        _ = state.handle(manifest(#""PATHWAY-PRIORITY":["C"],"PATHWAY-CLONES":[\#(clone),\#(again),{"ID":7},9]"#), at: 0)
        #expect(state.pathway == "C")
        #expect(
            state.current.variants.map(\.uri) == [
                "https://c.example:8443/low.m3u8?x=1&b=x%20y&z=1", "https://d.example/h.m3u8?b=x%20y&z=1",
            ])
        let group = try #require(state.current.variants[0].audio)
        #expect(state.playlist.renditions(of: .audio, in: group).map(\.uri) == ["https://d.example/en.m3u8?b=x%20y&z=1"])
        #expect(state.playlist.pathwayIDs == ["A", "B", "C", "D"])
        #expect(state.playlist.limited(toPathway: "D").variants[0].uri == "https://e.example:80/low.m3u8?x=1&b=x%20y&z=1")
        let count = state.playlist.variants.count
        _ = state.handle(manifest(#""PATHWAY-CLONES":[\#(clone)]"#), at: 0)
        #expect(state.playlist.variants.count == count)
    }

    @Test("anything but a manifest of version 1 is refused", arguments: ["", "[]", "{}", #"{"VERSION":2}"#, #"{"VERSION":"1"}"#, "\u{0}"])
    func badManifests(text: String) {
        #expect(throws: SteeringManifest.ParsingError.self) { try SteeringManifest(parsing: Array(text.utf8)) }
    }

    @Test("redundant variants are alternatives of one rung")
    func rungs() throws {
        let playlist = try multivariant(Self.main)
        #expect(playlist.rungs().map { $0.alternatives.map(\.pathwayID) } == [["A", "B"], ["A", "B"]])
        #expect(playlist.rungs(inPathway: "A").map { $0.alternatives.count } == [1, 1])
        let redundant = try multivariant(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=5\na/1\n#EXT-X-STREAM-INF:BANDWIDTH=9\na/2\n#EXT-X-STREAM-INF:BANDWIDTH=5\nb/1\n")
        #expect(redundant.rungs().map { $0.alternatives.map(\.uri) } == [["a/1", "b/1"], ["a/2"]])
        let different = try multivariant(
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"x\"\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"b\",NAME=\"y\"\n#EXT-X-STREAM-INF:BANDWIDTH=5,AUDIO=\"a\"\n1\n#EXT-X-STREAM-INF:BANDWIDTH=5,AUDIO=\"b\"\n2\n"
        )
        #expect(different.rungs().count == 2)
    }

    @Test("the cost of rungs is proportional to the numbers of variants and renditions")
    func cost() {
        var playlist = MultivariantPlaylist()
        playlist.renditions = (1...4000).map { Rendition(type: .audio, groupID: "a", name: "\($0)") }
        playlist.variants = (1...4000).map { number in
            var variant = Variant(uri: "\(number)", bandwidth: number)
            variant.audio = "a"
            return variant
        }
        var count = 0
        let time = processorTime { count = playlist.rungs().count }
        // The comparison of all renditions for each variant takes far longer.
        #expect(count == 4000 && time < 5)
    }
}
