import Foundation

/// What a steering server says about pathways (RFC 8216bis §7.2).
public struct SteeringManifest: Sendable, Hashable {
    /// Why a text is no steering manifest.
    public enum ParsingError: Error, Sendable, Hashable {
        /// It is no JSON object.
        case notAnObject
        /// Its version is not 1, or absent.
        case unknownVersion
    }

    /// A pathway that is made of another one by changing its URIs.
    public struct PathwayClone: Sendable, Hashable {
        /// The pathway that is copied.
        public var baseID: String
        /// The identifier of the copy.
        public var id: String
        /// The host of the copy's URIs; nil for that of the base.
        public var host: String?
        /// Query parameters of the copy's URIs.
        public var parameters: [String: String]
        /// Media playlists of variants by their stable identifiers.
        public var variantURIs: [String: String]
        /// Media playlists of renditions by their stable identifiers.
        public var renditionURIs: [String: String]

        /// Makes a clone.
        public init(
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

    /// The time after which it is to be loaded again where nothing is said, in seconds.
    public static let defaultTimeToLive = 300.0

    /// After how many seconds it is to be loaded again.
    public var timeToLive = defaultTimeToLive
    /// Where to load it from the next time, as written; nil for the same place.
    public var reloadURI: String?
    /// The pathways, best first.
    public var pathwayPriority: [String] = []
    /// The pathways to make.
    public var pathwayClones: [PathwayClone] = []

    /// Makes a manifest that says nothing.
    public init() {}

    /// Reads a manifest. What is unknown or can't be used is passed over.
    /// - Throws: `ParsingError`.
    public init(parsing bytes: [UInt8]) throws(ParsingError) {
        guard let object = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] else { throw .notAnObject }
        guard object["VERSION"] as? Double == 1 else { throw .unknownVersion }
        if let seconds = object["TTL"] as? Double, seconds > 0, seconds <= Numbers.longestTime { timeToLive = seconds }
        reloadURI = object["RELOAD-URI"] as? String
        var told: Set<String> = []
        pathwayPriority = (object["PATHWAY-PRIORITY"] as? [Any] ?? []).compactMap { $0 as? String }.filter { told.insert($0).inserted }
        pathwayClones = (object["PATHWAY-CLONES"] as? [Any] ?? []).compactMap { PathwayClone($0 as? [String: Any] ?? [:]) }
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

    /// The URI of something in the copy (RFC 8216bis §7.3).
    /// - Parameters:
    ///   - uri: The absolute URI in the base.
    ///   - replacement: The URI that the manifest gives for it alone: its host is its own.
    func uri(replacing uri: String, by replacement: String?, against base: String?) -> String {
        let changed =
            replacement.map { URIReference.resolve($0, against: base) } ?? host.map { URIReference.setting(host: $0, in: uri) } ?? uri
        guard !parameters.isEmpty else { return changed }
        let items = parameters.sorted { $0.key < $1.key }.map { (URIReference.queryEncoded($0.key), URIReference.queryEncoded($0.value)) }
        let names = Set(items.map { Substring($0.0) })
        return URIReference.setting(items, in: changed) { names.contains($0) }
    }
}
