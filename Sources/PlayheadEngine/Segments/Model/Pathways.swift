/// The places that a presentation is available from, and the preferred one (content steering).
protocol Pathways: AnyObject, Sendable {
    /// The preferred pathway; `nil` if there is one only.
    var preferred: String? { get }

    /// Calls `handler` for each change of the pathway and of the places that are known, on any thread.
    func onChange(_ handler: @escaping @Sendable (_ pathway: String, _ ladder: Ladder) -> Void)
    /// Begins to follow the steering server, if there is one.
    /// - Parameter throughput: Gives the expected bits a second, for the server.
    func start(throughput: @escaping @Sendable () -> Double?)
    /// Reports that a manifest or segment of `pathway` failed to load.
    func failed(_ pathway: String)
    /// The places of the audio at `url`, the preferred pathway's first.
    func audioPlaces(sameAs url: String) -> (pathway: String, places: [Ladder.Place])
    /// The URLs that should replace the captions at `url`, best first.
    /// - Parameter isFailing: Whether they are unavailable there; if not, only the preferred pathway counts.
    func captions(insteadOf url: String, isFailing: Bool) -> [String]
    /// Ends following the steering server.
    func close() async
}
