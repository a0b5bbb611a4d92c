import PlayheadSteering

/// Passes each line to the pathways of a presentation as a steering manifest, or fails the current pathway: the number of pathways and the length
/// of URLs stay bounded.
enum SteeringTarget {
    static func run(_ input: [UInt8]) {
        var state = PathwayState(
            pathways: ["a", "b"], preferred: ["b", "a"], serverURL: "https://s.example/s?x=1", base: "https://p.example/m.mpd",
            standard: .dash)
        for (index, line) in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let event: PathwayState.Input = line.isEmpty ? .pathwayFailed : .loaded(Array(line), url: "https://s.example/s")
            for action in state.handle(event, at: Double(index)) {
                switch action {
                case .loadManifest(let delay): require(delay >= 1 && delay.isFinite, "the next request comes after \(delay) s")
                case .switchPathway(let pathway): require(pathway == state.pathway, "another pathway is selected")
                }
            }
            require(state.pathways.contains(state.pathway), "the pathway is unknown")
            require(
                state.pathways.count <= PathwayState.maximumPathways && Set(state.pathways).count == state.pathways.count
                    && state.clones.count == state.pathways.count - 2, "a pathway is listed twice, or too many are")
        }
        _ = state.manifestURL(throughput: 1)
        for clone in state.clones {
            // A byte is at most three in a query.
            let url = clone.uri(replacing: "https://a.example:8/x/y.m4s?z=1")
            require(url.utf8.count <= 200 + 3 * input.count, "a URL grows")
        }
    }
}
