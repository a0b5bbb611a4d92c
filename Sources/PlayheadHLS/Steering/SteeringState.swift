/// Which pathway a presentation is to be played from, and when to ask the steering server (RFC 8216bis §7). Pure: what happened goes in, what to do comes out.
public struct SteeringState: Sendable, Hashable {
    /// What happened.
    public enum Input: Sendable, Hashable {
        /// The presentation is opened.
        case opened
        /// A steering manifest was loaded.
        /// - `url`: Where it came from, after redirects.
        case loaded([UInt8], url: String)
        /// A steering manifest couldn't be loaded.
        /// - `status`: The HTTP status, if there was an answer; `retryAfter`: what the answer says, in seconds.
        case loadFailed(status: Int?, retryAfter: Double?)
        /// The current pathway can't be played from: its playlists or segments fail.
        case pathwayFailed
    }

    /// What to do.
    public enum Action: Sendable, Hashable {
        /// Load the steering manifest, so many seconds from now, from what `manifestURL(throughput:)` says then. It replaces an earlier wish.
        case loadManifest(after: Double)
        /// Play from the pathway that is current now.
        case switchPathway(String)
    }

    /// A pathway that failed is left alone for so many seconds.
    public static let penalty = 300.0

    /// The playlist, with the pathways that the manifest makes.
    public private(set) var playlist: MultivariantPlaylist
    /// The pathway to play from.
    public private(set) var pathway: String
    private var priority: [String] = []
    private var timeToLive = SteeringManifest.defaultTimeToLive
    /// Where to load the manifest from; nil when it is not to be loaded any more.
    private var location: String?
    /// Until when pathways are left alone, in seconds of the monotonic clock.
    private var penalties: [String: Double] = [:]

    /// Makes the state of a presentation; with a playlist that isn't steered it only looks after failed pathways.
    public init(_ playlist: MultivariantPlaylist) {
        self.playlist = playlist
        let known = playlist.pathwayIDs
        let wanted = playlist.contentSteering?.pathwayID
        pathway = wanted.flatMap { known.contains($0) ? $0 : nil } ?? known.first ?? Variant.defaultPathwayID
        location = playlist.contentSteering.map { playlist.url(for: $0.serverURI) }
    }

    /// The variants of the current pathway.
    public var current: MultivariantPlaylist { playlist.limited(toPathway: pathway) }

    /// Where to load the manifest from, with what the server wants to know (RFC 8216bis §7.1); nil when it is not to be loaded.
    /// - Parameter throughput: The measured throughput in bits a second.
    public func manifestURL(throughput: Int?) -> String? {
        guard let location else { return nil }
        // The manifest may stand in the playlist itself.
        guard !location.hasPrefix("data:") else { return location }
        var items = [("_HLS_pathway", URIReference.queryEncoded("\"\(pathway)\""))]
        if let throughput { items.append(("_HLS_throughput", String(throughput))) }
        return URIReference.setting(items, in: location) { $0 == "_HLS_pathway" || $0 == "_HLS_throughput" }
    }

    /// Takes up what happened.
    /// - Parameter now: The monotonic clock in seconds.
    /// - Returns: What to do.
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
            return reload(after: min(max(retryAfter, 1), Numbers.longestTime))
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
        // A manifest without a list says nothing new about the order.
        if !manifest.pathwayPriority.isEmpty { priority = manifest.pathwayPriority }
    }

    /// Chooses the best pathway that exists and hasn't failed lately: one that the manifest lists, else any. When all have failed, playing stays where it is.
    private mutating func choose(at now: Double) -> [Action] {
        penalties = penalties.filter { $0.value > now }
        let known = playlist.pathwayIDs
        let listed = priority.filter { known.contains($0) }
        // Without a list the current pathway is as good as any.
        let candidates = (priority.isEmpty ? [pathway] : listed) + known
        guard let best = candidates.first(where: { penalties[$0] == nil }), best != pathway else { return [] }
        pathway = best
        return [.switchPathway(best)]
    }
}
