import Foundation

/// How the keys of protected content are obtained: keys that the app has, systems that it registers, and the license server.
public struct ContentKeyOptions: Sendable, Hashable {
    /// The keys that the app has. They are used first.
    public var keys: [ContentKeyID: ContentKey]
    /// The systems for keys that are not in ``keys``: the first one is used that reads the initialization data of the content, or whose
    /// identifier the manifest names. Without such a system W3C Clear Key is used.
    public var keySystems: [any KeySystem]
    /// The license server for keys that are not in ``keys``; `nil` for the one that the key system or the manifest names. It receives the
    /// requests of the key system by POST, for W3C Clear Key a license request of Encrypted Media Extensions, "Clear Key".
    public var licenseURL: URL?

    /// Creates options.
    public init(keys: [ContentKeyID: ContentKey] = [:], keySystems: [any KeySystem] = [], licenseURL: URL? = nil) {
        self.keys = keys
        self.keySystems = keySystems
        self.licenseURL = licenseURL
    }

    /// Whether nothing is set.
    package var isEmpty: Bool { keys.isEmpty && keySystems.isEmpty && licenseURL == nil }

    /// Whether two options have the same keys, systems and server.
    public static func == (one: ContentKeyOptions, other: ContentKeyOptions) -> Bool {
        one.keys == other.keys && one.licenseURL == other.licenseURL
            && one.keySystems.map(ObjectIdentifier.init) == other.keySystems.map(ObjectIdentifier.init)
    }

    /// Adds the options to a hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(keys)
        hasher.combine(licenseURL)
        hasher.combine(keySystems.map(ObjectIdentifier.init))
    }
}
