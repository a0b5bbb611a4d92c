/// The pathway of a presentation, and the times of requests to the steering server (RFC 8216bis §7). A pure value: inputs are events,
/// outputs are actions.
public struct SteeringState: Sendable, Hashable {
    /// An event.
    public enum Input: Sendable, Hashable {
        /// The presentation is opened.
        case opened
        /// A steering manifest was loaded.
        /// - `url`: The URL of the manifest, after redirects.
        case loaded([UInt8], url: String)
        /// A steering manifest could not be loaded.
        /// - `status`: The HTTP status, if there was a response; `retryAfter`: the value of the response, in seconds.
        case loadFailed(status: Int?, retryAfter: Double?)
        /// The current pathway failed: its playlists or segments cannot be loaded.
        case pathwayFailed
    }

    /// An action to perform.
    public enum Action: Sendable, Hashable {
        /// Loads the steering manifest after a delay in seconds, from the `manifestURL(throughput:)` at that time. Replaces an earlier
        /// request.
        case loadManifest(after: Double)
        /// Switches playback to the current pathway.
        case switchPathway(String)
    }

    /// The time for which a failed pathway is avoided, in seconds.
    public static let penalty = 300.0

    /// The playlist, with the pathways cloned by the manifest.
    public private(set) var playlist: MultivariantPlaylist
    /// The pathway to play from.
    public private(set) var pathway: String
    private var priority: [String] = []
    private var timeToLive = SteeringManifest.defaultTimeToLive
    /// The location of the manifest; nil if it is not to be loaded any more.
    private var location: String?
    /// The times until which pathways are avoided, in seconds of the monotonic clock.
    private var penalties: [String: Double] = [:]

    /// Makes the state of a presentation; for a playlist without steering it only tracks failed pathways.
    public init(_ playlist: MultivariantPlaylist) {
        self.playlist = playlist
        let known = playlist.pathwayIDs
        let wanted = playlist.contentSteering?.pathwayID
        pathway = wanted.flatMap { known.contains($0) ? $0 : nil } ?? known.first ?? Variant.defaultPathwayID
        location = playlist.contentSteering.map { playlist.url(for: $0.serverURI) }
    }

    /// The variants of the current pathway.
    public var current: MultivariantPlaylist { playlist.limited(toPathway: pathway) }

    /// Returns the URL of the manifest, with the parameters for the server (RFC 8216bis §7.1).
    /// - Parameter throughput: The measured throughput in bits per second; nil if unknown.
    /// - Returns: The URL; nil if the manifest is not to be loaded.
    public func manifestURL(throughput: Int?) -> String? {
        guard let location else { return nil }
        // The manifest may be in the playlist itself.
        guard !location.hasPrefix("data:") else { return location }
        var items = [("_HLS_pathway", URIReference.queryEncoded("\"\(pathway)\""))]
        if let throughput { items.append(("_HLS_throughput", String(throughput))) }
        return URIReference.setting(items, in: location) { $0 == "_HLS_pathway" || $0 == "_HLS_throughput" }
    }

    /// Handles an event.
    /// - Parameters:
    ///   - input: The event.
    ///   - now: The monotonic clock in seconds.
    /// - Returns: The actions to perform.
    public mutating func handle(_ input: Input, at now: Double) -> [Action] {
        switch input {
        case .opened:
            return location == nil ? [] : [.loadManifest(after: 0)]
        case .loaded(let bytes, let url):
            guard let manifest = try? SteeringManifest(parsing: bytes) else { return reload(after: timeToLive) }
            take(manifest, from: url)
            return choose(at: now) + reload(after: timeToLive)
        case .loadFailed(status: 410, _):
            // RFC 8216bis §7.2: the server is gone for the rest of the playback.
            location = nil
            return []
        case .loadFailed(status: 429, let retryAfter?):
            return reload(after: min(max(retryAfter, 1), Numbers.maximumTime))
        case .loadFailed:
            return reload(after: timeToLive)
        case .pathwayFailed:
            penalties[pathway] = now + Self.penalty
            return choose(at: now)
        }
    }

    private func reload(after seconds: Double) -> [Action] { location == nil ? [] : [.loadManifest(after: seconds)] }

    private mutating func take(_ manifest: SteeringManifest, from url: String) {
        timeToLive = manifest.timeToLive
        location = manifest.reloadURI.map { URIReference.resolve($0, against: url.hasPrefix("data:") ? playlist.url : url) } ?? location
        for clone in manifest.pathwayClones { playlist.addPathway(clone) }
        // A manifest without a list does not change the order.
        if !manifest.pathwayPriority.isEmpty { priority = manifest.pathwayPriority }
    }

    /// Selects the best existing pathway without a recent failure: one that the manifest lists, otherwise any. If all have failed, the
    /// pathway does not change.
    private mutating func choose(at now: Double) -> [Action] {
        penalties = penalties.filter { $0.value > now }
        let known = playlist.pathwayIDs
        let listed = priority.filter { known.contains($0) }
        // Without a list the current pathway is equivalent to any other.
        let candidates = (priority.isEmpty ? [pathway] : listed) + known
        guard let best = candidates.first(where: { penalties[$0] == nil }), best != pathway else { return [] }
        pathway = best
        return [.switchPathway(best)]
    }
}
