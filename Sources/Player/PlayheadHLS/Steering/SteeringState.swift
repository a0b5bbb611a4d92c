@_exported import PlayheadSteering

/// The pathway of a playlist, and the times of requests to the steering server (RFC 8216bis §7). A pure value: inputs are events, outputs
/// are actions.
package struct SteeringState: Sendable, Hashable {
    /// An event.
    package typealias Input = PathwayState.Input
    /// An action to perform.
    package typealias Action = PathwayState.Action

    /// The time for which a failed pathway is avoided, in seconds.
    package static let penalty = PathwayState.penalty

    /// The playlist, with the pathways cloned by the manifest.
    package private(set) var playlist: MultivariantPlaylist
    /// The pathways of the playlist.
    package private(set) var pathways: PathwayState

    /// Makes the state of a presentation; for a playlist without steering it only tracks failed pathways.
    package init(_ playlist: MultivariantPlaylist) {
        self.playlist = playlist
        let known = playlist.pathwayIDs
        pathways = PathwayState(
            pathways: known.isEmpty ? [Variant.defaultPathwayID] : known,
            preferred: [playlist.contentSteering?.pathwayID].compactMap(\.self),
            serverURL: playlist.contentSteering.map { playlist.url(for: $0.serverURI) }, base: playlist.url, standard: .hls)
    }

    /// The pathway to play from.
    package var pathway: String { pathways.pathway }

    /// The variants of the current pathway.
    package var current: MultivariantPlaylist { playlist.limited(toPathway: pathway) }

    /// Returns the URL of the manifest, with the parameters for the server (RFC 8216bis §7.1).
    /// - Parameter throughput: The measured throughput in bits per second; nil if unknown.
    /// - Returns: The URL; nil if the manifest is not to be loaded.
    package func manifestURL(throughput: Int?) -> String? { pathways.manifestURL(throughput: throughput) }

    /// Handles an event.
    /// - Parameters:
    ///   - input: The event.
    ///   - now: The monotonic clock in seconds.
    /// - Returns: The actions to perform.
    package mutating func handle(_ input: Input, at now: Double) -> [Action] {
        let known = pathways.clones.count
        let actions = pathways.handle(input, at: now)
        for clone in pathways.clones.dropFirst(known) { playlist.addPathway(clone) }
        return actions
    }
}
