/// The pathways of a presentation, and the times of requests to the steering server (RFC 8216bis §7, ETSI TS 103 998). A pure value: inputs
/// are events, outputs are actions.
package struct PathwayState: Sendable, Hashable {
    /// The standard of the presentation, which names the parameters of requests.
    package enum Standard: String, Sendable, Hashable {
        /// HLS: `_HLS_pathway`, `_HLS_throughput`.
        case hls = "_HLS_"
        /// DASH: `_DASH_pathway`, `_DASH_throughput`.
        case dash = "_DASH_"
    }

    /// An event.
    package enum Input: Sendable, Hashable {
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
    package enum Action: Sendable, Hashable {
        /// Loads the steering manifest after a delay in seconds, from the `manifestURL(throughput:)` at that time. Replaces an earlier
        /// request.
        case loadManifest(after: Double)
        /// Switches playback to the current pathway.
        case switchPathway(String)
    }

    /// The time for which a failed pathway is avoided, in seconds.
    package static let penalty = 300.0
    /// The maximum number of pathways, far above that of any presentation.
    package static let maximumPathways = 100
    /// The maximum length in bytes of the parameters that clones add to a URL.
    private static let maximumParametersLength = 8192

    /// The known pathways, in the order of the presentation; clones are last.
    package private(set) var pathways: [String]
    /// The clones that were added, in order: each one's base is a pathway of the presentation or an earlier clone.
    package private(set) var clones: [SteeringManifest.PathwayClone] = []
    /// The pathway to play from.
    package private(set) var pathway: String
    private let standard: Standard
    /// The base of a relative URL in a manifest that has none, because it is in the presentation itself.
    private let base: String?
    private var priority: [String] = []
    private var timeToLive = SteeringManifest.defaultTimeToLive
    /// The location of the manifest; nil if it is not to be loaded any more.
    private var location: String?
    /// The times until which pathways are avoided, in seconds of the monotonic clock.
    private var penalties: [String: Double] = [:]

    /// Makes the state of a presentation.
    /// - Parameters:
    ///   - pathways: The pathways, at least one.
    ///   - preferred: The pathways with which the presentation wants to start, best first.
    ///   - serverURL: The absolute URL of the steering manifest; nil only tracks failed pathways.
    ///   - base: The absolute URL of the presentation, if it is known.
    ///   - standard: The standard of the presentation.
    package init(pathways: [String], preferred: [String], serverURL: String?, base: String?, standard: Standard) {
        self.pathways = pathways
        self.base = base
        self.standard = standard
        let wanted = preferred.filter { pathways.contains($0) }
        pathway = wanted.first ?? pathways.first ?? ""
        if wanted.count > 1 { priority = wanted }
        location = serverURL
    }

    /// Returns the URL of the manifest, with the parameters for the server (RFC 8216bis §7.1).
    /// - Parameter throughput: The measured throughput in bits per second; nil if unknown.
    /// - Returns: The URL; nil if the manifest is not to be loaded.
    package func manifestURL(throughput: Int?) -> String? {
        guard let location else { return nil }
        // The manifest may be in the presentation itself.
        guard !location.hasPrefix("data:") else { return location }
        let names = (pathway: standard.rawValue + "pathway", throughput: standard.rawValue + "throughput")
        var items = [(names.pathway, URIReference.queryEncoded("\"\(pathway)\""))]
        if let throughput { items.append((names.throughput, String(throughput))) }
        return URIReference.setting(items, in: location) { $0 == names.pathway || $0 == names.throughput }
    }

    /// Handles an event.
    /// - Parameters:
    ///   - input: The event.
    ///   - now: The monotonic clock in seconds.
    /// - Returns: The actions to perform.
    package mutating func handle(_ input: Input, at now: Double) -> [Action] {
        switch input {
        case .opened:
            return location == nil ? [] : [.loadManifest(after: 0)]
        case .loaded(let bytes, let url):
            guard let manifest = try? SteeringManifest(parsing: bytes) else { return reload(after: timeToLive) }
            apply(manifest, from: url)
            return choose(at: now) + reload(after: timeToLive)
        case .loadFailed(status: 410, _):
            // RFC 8216bis §7.2: the server is gone for the rest of the playback.
            location = nil
            return []
        case .loadFailed(status: 429, let retryAfter?):
            return reload(after: min(max(retryAfter, 1), NumberLimits.durations.upperBound))
        case .loadFailed:
            return reload(after: timeToLive)
        case .pathwayFailed:
            penalties[pathway] = now + Self.penalty
            return choose(at: now)
        }
    }

    private func reload(after seconds: Double) -> [Action] { location == nil ? [] : [.loadManifest(after: seconds)] }

    private mutating func apply(_ manifest: SteeringManifest, from url: String) {
        timeToLive = manifest.timeToLive
        location = manifest.reloadURI.map { URIReference.resolve($0, against: url.hasPrefix("data:") ? base : url) } ?? location
        for clone in manifest.pathwayClones { add(clone) }
        // A manifest without a list does not change the order.
        if !manifest.pathwayPriority.isEmpty { priority = manifest.pathwayPriority }
    }

    /// Adds a clone, unless its base is unknown or it exists (RFC 8216bis §7.3).
    private mutating func add(_ clone: SteeringManifest.PathwayClone) {
        guard pathways.contains(clone.baseID), !pathways.contains(clone.id), pathways.count < Self.maximumPathways,
            origin(of: clone).reduce(0, { $0 + $1.parametersLength }) <= Self.maximumParametersLength
        else { return }
        pathways.append(clone.id)
        clones.append(clone)
    }

    /// Returns the clones from a pathway of the presentation to `clone`, in the order in which they change a URL.
    private func origin(of clone: SteeringManifest.PathwayClone) -> [SteeringManifest.PathwayClone] {
        (clones.first { $0.id == clone.baseID }.map { origin(of: $0) } ?? []) + [clone]
    }

    /// Selects the best existing pathway without a recent failure: one that the manifest lists, otherwise any. If all have failed, the
    /// pathway does not change.
    private mutating func choose(at now: Double) -> [Action] {
        penalties = penalties.filter { $0.value > now }
        let listed = priority.filter { pathways.contains($0) }
        // Without a list the current pathway is equivalent to any other.
        let candidates = (priority.isEmpty ? [pathway] : listed) + pathways
        guard let best = candidates.first(where: { penalties[$0] == nil }), best != pathway else { return [] }
        pathway = best
        return [.switchPathway(best)]
    }
}
