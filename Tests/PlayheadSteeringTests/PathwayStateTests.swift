import Testing

@testable import PlayheadSteering

/// Pathways of DASH (ETSI TS 103 998); those of HLS are tested with its playlists.
@Suite struct PathwayStateTests {
    private func state(preferred: [String] = []) -> PathwayState {
        PathwayState(
            pathways: ["a", "b"], preferred: preferred, serverURL: "https://steer.example/s?x=1", base: "https://cdn.example/main.mpd",
            standard: .dash)
    }

    private func manifest(_ rest: String) -> PathwayState.Input {
        .loaded(Array("{\"VERSION\":1,\(rest)}".utf8), url: "https://steer.example/s")
    }

    @Test("requests have the parameters of the standard, and replace older ones")
    func parameters() {
        var state = state(preferred: ["b"])
        #expect(
            state.manifestURL(throughput: 5_140_000)
                == "https://steer.example/s?x=1&_DASH_pathway=%22b%22&_DASH_throughput=5140000")
        _ = state.handle(manifest(#""RELOAD-URI":"/t?_DASH_pathway=1&_HLS_pathway=2""#), at: 0)
        #expect(state.manifestURL(throughput: nil) == "https://steer.example/t?_HLS_pathway=2&_DASH_pathway=%22b%22")
    }

    @Test("playback starts with the first preferred pathway that exists; a list of them is the order until the server has another one")
    func preferred() {
        #expect(state().pathway == "a")
        var state = state(preferred: ["z", "b", "a"])
        #expect(state.pathway == "b")
        #expect(state.handle(.pathwayFailed, at: 0) == [.switchPathway("a")])
        #expect(state.handle(manifest(#""TTL":9"#), at: PathwayState.penalty + 1) == [.switchPathway("b"), .loadManifest(after: 9)])
    }

    @Test("a time to live below a second is a second")
    func timeToLive() {
        var state = state()
        #expect(state.handle(manifest(#""TTL":0.001"#), at: 0) == [.loadManifest(after: 1)])
        #expect(state.handle(manifest(#""TTL":-5"#), at: 0) == [.loadManifest(after: 300)])
        #expect(state.handle(manifest(#""TTL":1e300"#), at: 0) == [.loadManifest(after: 300)])
    }

    @Test("the number of pathways, the length of their names and of what they add to URLs are limited")
    func limits() {
        var state = state()
        func clone(_ base: String, _ id: String, _ parameter: String = "") -> String {
            #"{"BASE-ID":"\#(base)","ID":"\#(id)","URI-REPLACEMENT":{"HOST":"h","PARAMS":{"p":"\#(parameter)"}}}"#
        }
        let many = (0..<2000).map { clone("a", "c\($0)") }
        let text = ([clone("a", String(repeating: "x", count: 300)), clone("a", "long", String(repeating: "y", count: 9000))] + many)
            .joined(separator: ",")
        _ = state.handle(manifest(#""PATHWAY-CLONES":[\#(text)]"#), at: 0)
        #expect(state.pathways.count == PathwayState.maximumPathways && state.pathways.allSatisfy { $0.utf8.count < 10 })
        #expect(!state.pathways.contains("long"))
        // Parameters of a chain of clones add up.
        var chained = self.state()
        let chain = zip(["a", "c0", "c1", "c2"], ["c0", "c1", "c2", "c3"]).map { clone($0, $1, String(repeating: "y", count: 3000)) }
        _ = chained.handle(manifest(#""PATHWAY-CLONES":[\#(chain.joined(separator: ","))]"#), at: 0)
        #expect(chained.pathways == ["a", "b", "c0", "c1"])
    }

    @Test("documents that are no steering manifest change nothing", arguments: ["", "{", "[1]", "{\"VERSION\":2}", "null"])
    func noManifest(text: String) {
        var state = state()
        let before = state
        #expect(state.handle(.loaded(Array(text.utf8), url: "https://steer.example/s"), at: 0) == [.loadManifest(after: 300)])
        #expect(state == before)
    }

    @Test("deep nesting does not end the process")
    func nesting() {
        var state = state()
        let text = "{\"VERSION\":1,\"X\":" + String(repeating: "[", count: 200_000)
        #expect(state.handle(.loaded(Array(text.utf8), url: "https://steer.example/s"), at: 0) == [.loadManifest(after: 300)])
    }
}
