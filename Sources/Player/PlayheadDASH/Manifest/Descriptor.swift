import PlayheadXML

/// A scheme and a value (ISO/IEC 23009-1 §5.8.2).
package struct Descriptor: Sendable, Hashable {
    /// The URI of the scheme.
    package var scheme: String
    /// The value; empty without one.
    package var value: String
    /// The identifier.
    package var id: String?

    /// Creates a descriptor.
    package init(scheme: String, value: String = "", id: String? = nil) {
        self.scheme = scheme
        self.value = value
        self.id = id
    }
}

extension Descriptor {
    /// Returns the languages of captions inside the video by the numbers of their channels, as in `CC1=eng;CC3=swe` and `eng;swe`; of
    /// CEA-708 (`1=lang:eng;2=lang:swe`) only the first service, whose captions are CC1's. A language is empty if it is not declared.
    package static func captionLanguages(_ descriptors: [Descriptor]) -> [Int: String] {
        let channels = 1...4
        if let captions = descriptors.first(where: { $0.scheme == Scheme.closedCaptions608 }) {
            let parts = captions.value.split(separator: ";").prefix(channels.count).map { $0.trimmed }
            var languages: [Int: String] = [:]
            for (index, part) in parts.enumerated() {
                let words = part.split(separator: "=", maxSplits: 1).map { $0.trimmed }
                // Two languages without channels are those of CC1 and CC3, in different fields.
                let implied = parts.count > 2 ? index + 1 : 2 * index + 1
                let number = words.count > 1 ? channels.first { words[0] == "CC\($0)" } : implied
                if let number, let language = words.last { languages[number] = languages[number] ?? language }
            }
            return languages.isEmpty ? [1: ""] : languages
        }
        guard let captions = descriptors.first(where: { $0.scheme == Scheme.closedCaptions708 }) else { return [:] }
        let services = captions.value.split(separator: ";").map { $0.trimmed }
        let service = services.first { $0.hasPrefix("1=") } ?? services.first ?? ""
        let facts = (service.split(separator: "=", maxSplits: 1).last ?? "").split(separator: ",").map { $0.trimmed }
        return [1: facts.first { $0.hasPrefix("lang:") }.map { String($0.dropFirst("lang:".count)) } ?? facts.first ?? ""]
    }
}

/// The schemes of descriptors that the player knows.
package enum Scheme {
    /// Roles (§5.8.5.5).
    package static let role = "urn:mpeg:dash:role:2011"
    /// Switching across adaptation sets (§5.3.3.5).
    package static let switching = "urn:mpeg:dash:adaptation-set-switching:2016"
    /// Trick mode (DASH-IF IOP §3.2.9).
    package static let trickMode = "http://dashif.org/guidelines/trickmode"
    /// Tiles of thumbnails (DASH-IF IOP §6.2.6).
    package static let thumbnailTiles = ["http://dashif.org/thumbnail_tile", "http://dashif.org/guidelines/thumbnail_tile"]
    /// Closed captions inside the video (ANSI/SCTE 214-1 §7.2.2).
    package static let closedCaptions608 = "urn:scte:dash:cc:cea-608:2015"
    /// The same in the newer format.
    package static let closedCaptions708 = "urn:scte:dash:cc:cea-708:2015"
    /// Common Encryption (§5.8.5.2).
    package static let commonEncryption = "urn:mpeg:dash:mp4protection:2011"
    /// The transfer characteristics of pictures (ISO/IEC 23091-2 §8.2).
    package static let transferCharacteristics = "urn:mpeg:mpegB:cicp:TransferCharacteristics"
    /// Content from another source (W3C XLink), and its removal.
    package static let resolveToZero = "urn:mpeg:dash:resolve-to-zero:2013"

    /// The schemes of essential properties that do not prevent playback.
    package static let knownEssentials =
        Set(
            [
                switching, trickMode, "urn:mpeg:mpegB:cicp:ColourPrimaries", transferCharacteristics,
                "urn:mpeg:mpegB:cicp:MatrixCoefficients", "urn:mpeg:mpegB:cicp:VideoFullRangeFlag", "urn:dvb:dash:fontdownload:2014",
                "urn:mpeg:dash:srd:2014",
            ] + thumbnailTiles)
}

/// The protection of a representation (§5.8.4.1).
package struct ContentProtection: Sendable, Hashable {
    /// The URI of the system, or of Common Encryption.
    package var scheme: String
    /// The value: for Common Encryption the scheme of the samples.
    package var value: String
    /// The identifier of the key, in lower case without hyphens.
    package var keyID: String?
    /// The initialization data in Base64 (`cenc:pssh`).
    package var initializationData: String?
    /// The address of a license server (`dashif:Laurl`).
    package var licenseURL: String?

    /// Whether the system is W3C Clear Key.
    package var isClearKey: Bool { Self.clearKeySystems.contains(scheme.lowercased()) }

    /// The identifiers of W3C Clear Key: of its common initialization data, and of DASH-IF.
    private static let clearKeySystems = [
        "urn:uuid:1077efec-c0b2-4d02-ace3-3c1e52e2fb4b", "urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e",
    ]

    /// The name of the system for messages.
    package var systemName: String {
        switch scheme.lowercased() {
        case "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed": "Widevine"
        case "urn:uuid:9a04f079-9840-4286-ab92-e65be0885f95": "PlayReady"
        case "urn:uuid:94ce86fb-07ff-4f43-adb8-93d2fa968ca2": "FairPlay"
        case let system where Self.clearKeySystems.contains(system): "W3C Clear Key"
        case "urn:uuid:5e629af5-38da-4063-8977-97ffbd9902d4": "Marlin"
        case Scheme.commonEncryption: "Common Encryption\(value.isEmpty ? "" : " (\(value))")"
        default: scheme
        }
    }
}

/// The latency and playback rates that the author recommends (§K).
package struct ServiceDescription: Sendable, Hashable {
    /// The target, minimum and maximum distance from the live edge, in seconds.
    package var targetLatency: Double?
    package var minimumLatency: Double?
    package var maximumLatency: Double?
    /// The minimum and maximum playback rate for catching up.
    package var minimumRate: Double?
    package var maximumRate: Double?
    /// The identifier of the ``ProducerReferenceTime`` from which the latency counts; `nil` for the times of the manifest.
    package var latencyReference: String?
}

/// The time at which a moment of the media was produced (ISO/IEC 23009-1 §5.12).
package struct ProducerReferenceTime: Sendable, Hashable {
    /// The identifier.
    package var id: String
    /// The time of the media, in ticks of its representation.
    package var mediaTime: Int64
    /// The time of production, in seconds since 1970.
    package var date: Double
}

/// The content steering server (ETSI TS 103 998 §6).
package struct ContentSteering: Sendable, Hashable {
    /// The absolute URL of the steering manifest.
    package var serverURL: String
    /// The service locations with which playback starts, best first.
    package var defaultLocations: [String] = []
    /// Whether the server is asked before playback starts.
    package var isQueriedBeforeStart = false
    /// Whether a player has to follow the server.
    package var isRequired = true
}

/// An absolute base URL.
package struct BaseURL: Sendable, Hashable {
    /// The URL.
    package var url: String
    /// The name of the server, for content steering.
    package var serviceLocation: String?
    /// The seconds by which segments are available before they are complete; infinity for always.
    package var availabilityTimeOffset: Double?
    /// Whether segments are complete when they are available: false for chunked transfer.
    package var isComplete: Bool?
    /// The priority (DVB): lower is better.
    package var priority = 1
}
