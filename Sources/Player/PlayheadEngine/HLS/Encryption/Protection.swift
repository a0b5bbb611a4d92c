import Foundation
import PlayheadCore
import PlayheadHLS

/// Whether a segment can be decrypted with the keys in its playlist.
enum Protection: Sendable, Hashable {
    /// The segment is not encrypted.
    case clear
    /// The segment is encrypted, and this key decrypts it.
    case usable(EncryptionKey)
    /// The segment is encrypted, and only these systems can provide the key, which belong to these tags.
    case protected([EncryptionKey])

    /// Selects among the keys of a segment or initialization section, which are alternatives (RFC 8216bis §4.4.4.4).
    init(_ keys: [EncryptionKey]) {
        let keys = keys.filter { $0.method != .none }
        if keys.isEmpty {
            self = .clear
        } else if let key = keys.first(where: \.isUsable) {
            self = .usable(key)
        } else {
            self = .protected(keys)
        }
    }

}

extension MediaSegment {
    /// The protection of the segment.
    var protection: Protection { Protection(keys) }
}

extension ProtectionSystems {
    /// Creates the protection of the segment at `url` by the systems of `keys`. `resolve` returns the absolute URL of a URI in the playlist.
    init(_ keys: [EncryptionKey], url: String, resolve: (String) -> String) {
        let systems = keys.map { key in
            let id = key.systemID
            let uri = key.hasReachableURI ? key.uri : nil
            let box = uri.flatMap(DataURI.init).map(\.bytes).flatMap { Self.system($0) == nil ? nil : $0 }
            var system = System(name: key.systemName, id: id, initializationData: box)
            // In the data of other systems is no license.
            if let uri, box == nil { system.licenseURL = DataURI.isOne(uri) ? system.isClearKey ? uri : nil : resolve(uri) }
            return system
        }
        self.init(systems: systems, url: url)
    }
}

extension EncryptionKey {
    private static let systems = [
        "com.apple.streamingkeydelivery": "FairPlay",
        "com.microsoft.playready": "PlayReady",
        "com.widevine": "Widevine",
        "org.w3.clearkey": "W3C Clear Key",
        "urn:uuid:1077efec-c0b2-4d02-ace3-3c1e52e2fb4b": "W3C Clear Key",
        "urn:uuid:9a04f079-9840-4286-ab92-e65be0885f95": "PlayReady",
        "urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e": "W3C Clear Key",
        "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed": "Widevine",
    ]

    /// Whether this is a plain key with a known version and method, and a URI from which keys can be loaded.
    fileprivate var isUsable: Bool {
        keyFormat == Self.identityFormat && (keyFormatVersions.isEmpty || keyFormatVersions.contains(1)) && method.keySize != nil
            && hasReachableURI
    }

    private static let systemIDs = [
        "com.apple.streamingkeydelivery": "94ce86fb-07ff-4f43-adb8-93d2fa968ca2",
        "com.microsoft.playready": "9a04f079-9840-4286-ab92-e65be0885f95",
        "com.widevine": "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",
        "org.w3.clearkey": "e2719d58-a985-b3c9-781a-b030af78d30e",
    ]

    /// The identifier of the system; `nil` for an unknown format.
    fileprivate var systemID: UUID? { Self.systemIDs[keyFormat.lowercased()].flatMap { UUID(uuidString: $0) } ?? UUID(urn: keyFormat) }

    /// Whether the URI is relative, or has a scheme by which keys can be loaded: not `skd`, for example.
    fileprivate var hasReachableURI: Bool {
        guard let uri, !uri.isEmpty else { return false }
        guard let colon = uri.firstIndex(of: ":"), !uri[..<colon].contains(where: { "/?#".contains($0) }) else { return true }
        return ["http", "https", "file", "data"].contains(uri[..<colon].lowercased())
    }

    /// The reason why the key is not usable, such as `FairPlay (com.apple.streamingkeydelivery)`.
    fileprivate var systemName: String {
        guard keyFormat == Self.identityFormat else {
            return Self.systems[keyFormat.lowercased()].map { "\($0) (\(keyFormat))" } ?? keyFormat
        }
        if method.keySize == nil { return "the unknown method \(method.rawValue)" }
        return hasReachableURI ? "an unknown key format version" : "a key with an unsupported URI"
    }
}
