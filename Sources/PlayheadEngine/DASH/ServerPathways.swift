/// The servers of a DASH presentation (BaseURL), in the order of the manifest. None is preferred while it works.
final class ServerPathways: Pathways {
    /// The places of each track.
    private let places: [[Ladder.Place]]

    init(_ places: [[Ladder.Place]]) { self.places = places }

    var preferred: String? { nil }

    func onChange(_ handler: @escaping @Sendable (_ pathway: String, _ ladder: Ladder) -> Void) {}
    func start(throughput: @escaping @Sendable () -> Double?) {}
    func failed(_ pathway: String) {}
    func close() async {}

    private func places(sameAs url: String) -> [Ladder.Place] { places.first { $0.contains { $0.url == url } } ?? [] }

    func audioPlaces(sameAs url: String) -> (pathway: String, places: [Ladder.Place]) {
        let places = places(sameAs: url)
        return (places.first { $0.url == url }?.pathway ?? ".", places)
    }

    func captions(insteadOf url: String, isFailing: Bool) -> [String] {
        isFailing ? places(sameAs: url).map(\.url).filter { $0 != url } : []
    }
}
