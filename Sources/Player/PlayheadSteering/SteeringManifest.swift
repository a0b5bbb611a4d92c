import Foundation
@_exported import PlayheadNumbers

/// A steering manifest, which HLS (RFC 8216bis §7.2) and DASH (ETSI TS 103 998 §7) share.
package struct SteeringManifest: Sendable, Hashable {
    /// The reason why a text is not a steering manifest.
    package enum ParsingError: Error, Sendable, Hashable {
        /// The text is not a JSON object.
        case notAnObject
        /// The version is not 1, or absent.
        case unknownVersion
    }

    /// A pathway that is cloned from another one by changing its URIs.
    package struct PathwayClone: Sendable, Hashable {
        /// The base pathway.
        package var baseID: String
        /// The identifier of the clone.
        package var id: String
        /// The host of the clone's URIs; nil for that of the base.
        package var host: String?
        /// The query parameters of the clone's URIs.
        package var parameters: [String: String]
        /// The media playlists of variants by their stable identifiers.
        package var variantURIs: [String: String]
        /// The media playlists of renditions by their stable identifiers.
        package var renditionURIs: [String: String]

        /// Makes a clone.
        package init(
            baseID: String, id: String, host: String? = nil, parameters: [String: String] = [:], variantURIs: [String: String] = [:],
            renditionURIs: [String: String] = [:]
        ) {
            self.baseID = baseID
            self.id = id
            self.host = host
            self.parameters = parameters
            self.variantURIs = variantURIs
            self.renditionURIs = renditionURIs
        }
    }

    /// The default time after which the manifest is loaded again, in seconds.
    package static let defaultTimeToLive = 300.0
    /// The minimum of that time, which is a whole number of seconds in the standard.
    private static let minimumTimeToLive = 1.0
    /// The maximum number of listed pathways and of clones that are used.
    private static let maximumCount = 1000
    /// The maximum length of an identifier in bytes: requests contain it.
    private static let maximumIDLength = 256

    /// The time after which the manifest is loaded again, in seconds.
    package var timeToLive = defaultTimeToLive
    /// The URI of the next load, as written; nil for the same one.
    package var reloadURI: String?
    /// The pathways, best first.
    package var pathwayPriority: [String] = []
    /// The pathways to clone.
    package var pathwayClones: [PathwayClone] = []

    /// Makes an empty manifest.
    package init() {}

    /// Parses a manifest. Unknown and invalid entries are ignored.
    /// - Throws: `ParsingError`.
    package init(parsing bytes: [UInt8]) throws(ParsingError) {
        guard let object = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] else { throw .notAnObject }
        guard object["VERSION"] as? Double == 1 else { throw .unknownVersion }
        if let seconds = object["TTL"] as? Double, seconds > 0, NumberLimits.durations.contains(seconds) {
            timeToLive = max(Self.minimumTimeToLive, seconds)
        }
        reloadURI = object["RELOAD-URI"] as? String
        var seen: Set<String> = []
        pathwayPriority = (object["PATHWAY-PRIORITY"] as? [Any] ?? []).prefix(Self.maximumCount).compactMap { $0 as? String }
            .filter { seen.insert($0).inserted }
        pathwayClones = (object["PATHWAY-CLONES"] as? [Any] ?? []).prefix(Self.maximumCount)
            .compactMap { PathwayClone($0 as? [String: Any] ?? [:]) }
            .filter { $0.id.utf8.count <= Self.maximumIDLength }
    }
}

extension SteeringManifest.PathwayClone {
    fileprivate init?(_ object: [String: Any]) {
        guard let baseID = object["BASE-ID"] as? String, let id = object["ID"] as? String, baseID != id, !id.isEmpty else { return nil }
        let replacement = object["URI-REPLACEMENT"] as? [String: Any] ?? [:]
        func strings(_ name: String) -> [String: String] {
            (replacement[name] as? [String: Any] ?? [:]).compactMapValues { $0 as? String }.filter { !$0.key.isEmpty }
        }
        self.init(
            baseID: baseID, id: id, host: (replacement["HOST"] as? String).flatMap { $0.isEmpty ? nil : $0 }, parameters: strings("PARAMS"),
            variantURIs: strings("PER-VARIANT-URIS"), renditionURIs: strings("PER-RENDITION-URIS"))
    }

    /// The length of the parameters in bytes.
    var parametersLength: Int { parameters.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }

    /// Returns the URI of a resource in the clone (RFC 8216bis §7.3).
    /// - Parameters:
    ///   - uri: The absolute URI in the base.
    ///   - replacement: The URI that the manifest gives for this resource, which has its own host; `nil` to replace only the host.
    ///   - base: The base of a relative `replacement`.
    /// - Returns: The URI with the parameters of the clone.
    package func uri(replacing uri: String, by replacement: String? = nil, against base: String? = nil) -> String {
        let changed =
            replacement.map { URIReference.resolve($0, against: base) } ?? host.map { URIReference.setting(host: $0, in: uri) } ?? uri
        guard !parameters.isEmpty else { return changed }
        let items = parameters.sorted { $0.key < $1.key }.map { (URIReference.queryEncoded($0.key), URIReference.queryEncoded($0.value)) }
        let names = Set(items.map { Substring($0.0) })
        return URIReference.setting(items, in: changed) { names.contains($0) }
    }
}
