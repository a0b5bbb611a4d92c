import PlayheadCore

/// The systems that can provide the keys of protected samples, as declared by a manifest.
struct ProtectionSystems: Sendable, Hashable {
    /// A system of protection.
    struct System: Sendable, Hashable {
        /// The name, for errors.
        var name: String
        /// The license server for W3C Clear Key, or a `data:` URI with a license; `nil` for other systems, and if the manifest names none.
        var licenseURL: String?
    }

    /// The systems, which are alternatives; empty if only the media says that it is protected.
    var systems: [System] = []
    /// The URL of the segment, for errors.
    var url: String?

    /// The license server that the manifest names.
    var licenseURL: String? { systems.lazy.compactMap(\.licenseURL).first }

    /// The error without a key.
    var error: PlaybackError {
        let names = systems.isEmpty ? ["an unnamed system"] : systems.map(\.name)
        return PlaybackError(.protectedContent, url: url, underlying: "Protected by \(names.joined(separator: ", ")).")
    }
}

/// The keys of samples in Common Encryption.
enum SampleKeys: Sendable, Hashable {
    /// One key for all samples, which the manifest leads to.
    case one(ContentKey)
    /// Keys of the app, or of a license server.
    case licensed(ProtectionSystems)
}
