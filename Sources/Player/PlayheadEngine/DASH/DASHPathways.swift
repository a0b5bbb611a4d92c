import PlayheadCore
import PlayheadDASH
import PlayheadSteering

/// A server of a track: one of the base URLs of its representation, or a clone of it that the steering server made.
struct DASHPlace: Sendable, Hashable {
    /// The pathway of base URLs without a service location.
    static let unnamed = "."

    /// The pathway: the service location, or the identifier of the last clone.
    var pathway = unnamed
    /// The service location of the base URL.
    var location = unnamed
    /// The place among the base URLs with this service location.
    var ordinal = 0
    /// The clones that change its URLs, in order.
    var clones: [SteeringManifest.PathwayClone] = []

    /// Returns the places of base URLs.
    static func places(of bases: [BaseURL]) -> [DASHPlace] {
        var counts: [String: Int] = [:]
        return bases.map { base in
            let location = base.serviceLocation ?? unnamed
            defer { counts[location, default: 0] += 1 }
            return DASHPlace(pathway: location, location: location, ordinal: counts[location, default: 0])
        }
    }

    /// Returns the base URL of this place before clones replace parts of it. If no base URL has the service location, the first one is returned.
    func base(among bases: [BaseURL]) -> String {
        let own = bases.filter { ($0.serviceLocation ?? Self.unnamed) == location }
        return (own.indices.contains(ordinal) ? own[ordinal] : own.first ?? bases.first)?.url ?? ""
    }

    /// Returns the URL at this place of a resource at `url`, which belongs to the base URL unless it has another authority.
    func url(for url: String, base: String) -> String {
        guard !clones.isEmpty, URIReference.authority(of: url) == URIReference.authority(of: base) else { return url }
        return clones.reduce(url) { $1.uri(replacing: $0) }
    }
}

/// The servers of a DASH presentation, and the pathway that the steering server prefers (ETSI TS 103 998). Without one, no server is preferred
/// while it works.
struct DASHPathways: SteeredPlaces {
    private(set) var pathways: PathwayState
    let isSteered: Bool
    let isServerAskedFirst: Bool
    /// The rungs, without their places.
    private let rungs: Ladder
    private let rungURLs: [String]
    /// The places of each track, by its URL.
    private var places: [String: [DASHPlace]]

    /// - Parameters:
    ///   - tracks: The tracks, whose base URLs are the places.
    ///   - manifest: The manifest.
    ///   - url: The URL from which the manifest was loaded.
    init(_ tracks: DASHTracks, of manifest: Manifest, url: String) {
        let all = tracks.all.map { ($0.url, DASHPlace.places(of: $0.representation.baseURLs)) }
        places = Dictionary(all) { first, _ in first }
        rungURLs = tracks.rungs.map(\.url)
        rungs = Ladder(
            rungs: tracks.rungs.map { track in
                let size = track.representation.width.flatMap { width in
                    track.representation.height.map { PictureSize(width: width, height: $0) }
                }
                return Ladder.Rung(bandwidth: track.bandwidth, averageBandwidth: nil, size: size, places: [])
            })
        var names: Set<String> = []
        let known = all.flatMap(\.1).map(\.pathway).filter { names.insert($0).inserted }
        let named = known.filter { $0 != DASHPlace.unnamed }
        let steering = named.isEmpty ? nil : manifest.steering
        isSteered = steering != nil
        isServerAskedFirst = steering?.isQueriedBeforeStart == true
        // What the server cannot name comes last.
        pathways = PathwayState(
            pathways: named + known.filter { $0 == DASHPlace.unnamed }, preferred: steering?.defaultLocations ?? [],
            serverURL: steering?.serverURL, base: url, standard: .dash)
    }

    /// The place that updates of the manifest should come from; `nil` without steering.
    var preferredPlace: DASHPlace? {
        isSteered ? places.values.lazy.flatMap(\.self).first { $0.pathway == pathways.pathway } : nil
    }

    /// Whether there is a choice between servers, now or later.
    var hasAlternatives: Bool { isSteered || places.values.contains { $0.count > 1 } }

    var ladder: Ladder {
        var ladder = rungs
        for (index, url) in rungURLs.enumerated() { ladder.rungs[index].places = ladderPlaces(of: url) }
        return ladder
    }

    mutating func handle(_ input: PathwayState.Input, at now: Double) -> [PathwayState.Action] {
        let known = pathways.clones.count
        let actions = pathways.handle(input, at: now)
        for clone in pathways.clones.dropFirst(known) {
            for (url, own) in places {
                places[url] =
                    own
                    + own.filter { $0.pathway == clone.baseID }.map { base in
                        var copy = base
                        copy.pathway = clone.id
                        copy.clones.append(clone)
                        return copy
                    }
            }
        }
        return actions
    }

    // MARK: Places

    /// Returns the URL that identifies a place of a track.
    private static func url(of track: String, at index: Int) -> String { index == 0 ? track : "\(track)@\(index)" }

    private func ladderPlaces(of track: String) -> [Ladder.Place] {
        (places[track] ?? []).enumerated().map { Ladder.Place(url: Self.url(of: track, at: $0), pathway: $1.pathway) }
    }

    /// Returns the track and the place that a URL identifies; `nil` if it is unknown.
    func place(at url: String) -> (track: String, place: DASHPlace)? {
        if let first = places[url]?.first { return (url, first) }
        guard let mark = url.lastIndex(of: "@"), let index = Int(url[url.index(after: mark)...]),
            case let track = String(url[..<mark]), let own = places[track], own.indices.contains(index)
        else { return nil }
        return (track, own[index])
    }

    /// Returns the URLs of a track at its places, those in `pathway` first; that of the preferred one without a pathway.
    func urls(of track: String, preferring pathway: String? = nil) -> [String] {
        let preferred = pathway ?? (isSteered ? pathways.pathway : nil)
        let all = ladderPlaces(of: track)
        return (all.filter { $0.pathway == preferred } + all.filter { $0.pathway != preferred }).map(\.url)
    }

    /// Returns the URL of a track at the place of another track at `url`; that of the preferred place if the track is not there.
    func url(of track: String, besideTrackAt url: String) -> String {
        let place = place(at: url)?.place
        let index = places[track]?.firstIndex { $0 == place }
        return index.map { Self.url(of: track, at: $0) } ?? urls(of: track).first ?? track
    }

    private func places(sameAs url: String) -> [Ladder.Place] {
        guard let track = place(at: url)?.track, case let all = ladderPlaces(of: track) else { return [] }
        guard isSteered else { return all }
        return all.filter { $0.pathway == pathways.pathway } + all.filter { $0.pathway != pathways.pathway }
    }

    func audioPlaces(sameAs url: String) -> [Ladder.Place] { places(sameAs: url) }
    func captionPlaces(sameAs url: String) -> [Ladder.Place] { places(sameAs: url) }
}
