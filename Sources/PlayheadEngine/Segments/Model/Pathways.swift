/// The pathways of a presentation, and the preferred one (content steering).
protocol Pathways: AnyObject, Sendable {
    /// The preferred pathway; `nil` if there is only one.
    var preferred: String? { get }

    /// Calls `handler` on any thread for each change of the pathway or of the known places.
    func onChange(_ handler: @escaping @Sendable (_ pathway: String, _ ladder: Ladder) -> Void)
    /// Starts following the steering server, if there is one.
    /// - Parameter throughput: Returns the expected throughput in bits per second, which is sent to the server.
    func start(throughput: @escaping @Sendable () -> Double?)
    /// Reports that a manifest or segment of `pathway` failed to load.
    func failed(_ pathway: String)
    /// Returns the places of the audio at `url`, starting with the preferred pathway.
    func audioPlaces(sameAs url: String) -> (pathway: String, places: [Ladder.Place])
    /// Returns the URLs that should replace the captions at `url`, best first. If `isFailing`, the captions at `url` are unavailable; if
    /// not, only the preferred pathway is considered.
    func captions(insteadOf url: String, isFailing: Bool) -> [String]
    /// Stops following the steering server.
    func close() async
}
